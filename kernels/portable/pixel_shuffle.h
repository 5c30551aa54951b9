// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The blocks of pixels that pixel_shuffle makes of channels, and pixel_unshuffle makes channels of.

#pragma once

#include "../common/typed_arguments.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// The whole operator: `wider` has larger planes in its output, pixel_unshuffle more channels.
void shuffle_pixels(KernelRuntimeContext &context, Args args, bool wider);

} // namespace et::kernels::ET_KERNEL_LIBRARY
