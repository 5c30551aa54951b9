// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The two memory orders that these kernels support: contiguous and channels-last.

#pragma once

#include "et/kernel.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// The functions look at strides and not at the dim order, which may have dimensions of size 1
/// anywhere. A channels-last tensor has four dimensions.
bool is_contiguous(const Tensor &tensor);
bool is_channels_last(const Tensor &tensor);

} // namespace et::kernels::ET_KERNEL_LIBRARY
