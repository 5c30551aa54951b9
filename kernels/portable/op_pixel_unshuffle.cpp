// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::pixel_unshuffle.out: the inverse of pixel_shuffle. The pixels at one position of all blocks
// of factor x factor become a plane. Any dtype, any dim order.

#include "pixel_shuffle.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(
    aten, pixel_unshuffle.out,
    "pixel_unshuffle.out(Tensor self, int downscale_factor, *, Tensor(a!) out) -> Tensor(a!)") {
  shuffle_pixels(context, args, false);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
