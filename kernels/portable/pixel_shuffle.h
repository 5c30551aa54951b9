// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared code of two operators. pixel_shuffle turns groups of channels into blocks of pixels.
// pixel_unshuffle is the inverse operator.

#pragma once

#include "../common/typed_arguments.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// Runs pixel_shuffle if `wider`, else pixel_unshuffle.
void shuffle_pixels(KernelRuntimeContext &context, Args args, bool wider);

} // namespace et::kernels::ET_KERNEL_LIBRARY
