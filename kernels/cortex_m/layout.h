// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The two memory orders that these kernels support: contiguous and channels-last.

#pragma once

#include "et/kernel.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// The functions compare strides and ignore the dim order, because a dimension of size 1 may be
/// anywhere in a dim order. A channels-last tensor has four dimensions.
bool is_contiguous(const Tensor &tensor);
bool is_channels_last(const Tensor &tensor);

} // namespace et::kernels::ET_KERNEL_LIBRARY
