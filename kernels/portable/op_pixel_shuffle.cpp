// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::pixel_shuffle.out: turns groups of factor^2 channels into planes with `factor` times the
// rows and columns. An output plane c consists of blocks of factor x factor pixels. Input channel
// c * factor^2 + y * factor + x supplies the pixel at row y, column x of each block.

#include "pixel_shuffle.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(
    aten, pixel_shuffle.out,
    "pixel_shuffle.out(Tensor self, int upscale_factor, *, Tensor(a!) out) -> Tensor(a!)") {
  shuffle_pixels(context, args, true);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
