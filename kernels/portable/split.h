// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that write the parts of a tensor along one dimension to a list of outputs.

#pragma once

#include "../common/view.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// Divides a dimension into parts of the given sizes. If the list of sizes is empty, all parts have
/// the size `each`; the last part may be smaller. Parts of size 1 may drop the dimension.
struct Division {
  size_t d;
  Span<const int64_t> sizes;
  int64_t each;
  bool drops;
};

/// args[outputs] must have a tensor for each part.
void split(ViewCopy &call, const Division &division, size_t outputs);

} // namespace et::kernels::ET_KERNEL_LIBRARY
