// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators with a list of outputs, which are the parts of a tensor along one dimension.

#pragma once

#include "../common/view.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// How a dimension is divided: into parts of the sizes in a list, or where there is none, of `each`
/// with a last one that may be smaller. Parts of one element may do without the dimension.
struct Division {
  size_t d;
  Span<const int64_t> sizes;
  int64_t each;
  bool drops;
};

/// Copies the parts to the tensors args[outputs], which are as many as there are sizes, or parts of
/// one size.
void split(ViewCopy &call, const Division &division, size_t outputs);

} // namespace et::kernels::ET_KERNEL_LIBRARY
