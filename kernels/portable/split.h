// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that cut a tensor along one dimension, and write each part to a tensor of a list.

#pragma once

#include "../common/view.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// Describes how dimension `d` is cut into parts of the given sizes. If sizes.data() is null, all
/// parts have the size `each`; the last part may be smaller. If `drops`, each part has size 1, and
/// the outputs do not have dimension `d`.
struct Division {
  size_t d;
  Span<const int64_t> sizes;
  int64_t each;
  bool drops;
};

/// args[outputs] is the list of the output tensors.
void split(ViewCopy &call, const Division &division, size_t outputs);

} // namespace et::kernels::ET_KERNEL_LIBRARY
