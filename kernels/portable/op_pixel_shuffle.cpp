// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::pixel_shuffle.out: turns each group of F^2 channels into one larger channel, where F
// is `upscale_factor`. Output channel c consists of blocks of F x F pixels. Input channel
// c * F^2 + y * F + x supplies the pixel at row y, column x of each block.

#include "pixel_shuffle.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(
    aten, pixel_shuffle.out,
    "pixel_shuffle.out(Tensor self, int upscale_factor, *, Tensor(a!) out) -> Tensor(a!)") {
  shuffle_pixels(context, args, true);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
