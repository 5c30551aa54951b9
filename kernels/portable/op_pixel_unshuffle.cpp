// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::pixel_unshuffle.out: the inverse of pixel_shuffle. An input channel consists of blocks of
// F x F pixels, where F is `downscale_factor`. Each output channel gets one pixel of each block,
// always from the same place in the block.

#include "pixel_shuffle.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(
    aten, pixel_unshuffle.out,
    "pixel_unshuffle.out(Tensor self, int downscale_factor, *, Tensor(a!) out) -> Tensor(a!)") {
  shuffle_pixels(context, args, false);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
