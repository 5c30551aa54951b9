// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See grid_sampler.h.

#include "grid_sampler.h"

namespace et::kernels {

bool take_grid_sampler(Call &call, ScalarType dtype, GridSampler &sampler) {
  const Tensor self = call.tensor(0, dtype);
  const Tensor grid = call.tensor(1, dtype);
  const Tensor out = call.output(5, dtype);
  const Sampling sampling = {call.integer(2, kLinear, kCubic), call.integer(3, kZeros, kReflection),
                             call.boolean(4)};
  if (!call.require(call.ok() && self.dim() == 4 && grid.dim() == 4 && grid.size(3) == 2 &&
                    self.size(0) == grid.size(0) && self.size(2) != 0 && self.size(3) != 0 &&
                    !is_same(out, self) && !is_same(out, grid)))
    return false;
  sampler = {self, grid, out, sampling};
  const SizesType sizes[] = {self.size(0), self.size(1), grid.size(1), grid.size(2)};
  return call.resize(out, {sizes, 4});
}

} // namespace et::kernels
