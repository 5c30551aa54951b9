// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See grid_sampler.h.

#include "grid_sampler.h"

namespace et::kernels {

bool take_grid_sampler(Call &call, ScalarType dtype, GridSampler &sampler) {
  enum Arguments : size_t { kInput, kGrid, kInterpolation, kPadding, kAlignCorners, kOut };
  const Tensor self = call.tensor(kInput, dtype);
  const Tensor grid = call.tensor(kGrid, dtype);
  const Tensor out = call.output(kOut, dtype);
  const Sampling sampling = {call.integer(kInterpolation, kLinear, kCubic),
                             call.integer(kPadding, kZeros, kReflection),
                             call.boolean(kAlignCorners)};
  if (!call.require(call.ok() && self.dim() == 4 && grid.dim() == 4 && grid.size(3) == 2 &&
                    self.size(0) == grid.size(0) && self.size(2) != 0 && self.size(3) != 0 &&
                    !is_same(out, self) && !is_same(out, grid)))
    return false;
  sampler = {self, grid, out, sampling};
  const SizesType sizes[] = {self.size(0), self.size(1), grid.size(1), grid.size(2)};
  return call.resize(out, {sizes, 4});
}

} // namespace et::kernels
