// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The two memory orders that these kernels support.

#pragma once

#include "et/kernel.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// True if the elements are contiguous, or (four dimensions) channels-last. The dim order cannot
/// tell, because it may put dimensions of size 1 anywhere.
bool is_contiguous(const Tensor &tensor);
bool is_channels_last(const Tensor &tensor);

} // namespace et::kernels::ET_KERNEL_LIBRARY
