// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The two orders of elements in memory that the kernels here compute on.

#pragma once

#include "et/kernel.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// Whether the elements lie in memory in the order of their indices, or (four dimensions) with the
/// channels innermost. A dim order does not tell: it may put a dimension of one element anywhere.
bool is_contiguous(const Tensor &tensor);
bool is_channels_last(const Tensor &tensor);

} // namespace et::kernels::ET_KERNEL_LIBRARY
