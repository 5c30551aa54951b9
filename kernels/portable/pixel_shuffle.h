// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// pixel_shuffle, which turns groups of channels into blocks of pixels, and its inverse,
// pixel_unshuffle.

#pragma once

#include "../common/typed_arguments.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// pixel_shuffle (larger planes) if `wider`, else pixel_unshuffle.
void shuffle_pixels(KernelRuntimeContext &context, Args args, bool wider);

} // namespace et::kernels::ET_KERNEL_LIBRARY
