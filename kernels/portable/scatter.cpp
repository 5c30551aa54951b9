// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See scatter.h.

#include "scatter.h"

#include "../common/copy.h"
#include "../common/dims.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ScatterOperands take_scatter_operands(Call &call, size_t out_index) {
  enum : size_t { kSelf, kDim, kIndexArgument };
  const auto [self, out] = take_copy_operands(call, out_index);
  ScatterOperands operands = {self, call.tensor(kIndexArgument, ScalarType::Long), out, 0};
  const int32_t dim = call.integer(kDim);
  if (!call.ok())
    return operands;
  const Tensor &index = operands.index;
  if (call.require(normalize_dim(dim, self.dim(), operands.dim) && !is_same(out, index) &&
                   (index.numel() == 0 || fits_index(index, self, operands.dim))))
    require_indices(call, index, 0, size_along(self, operands.dim));
  return operands;
}

Tensor take_scattered(Call &call, const ScatterOperands &operands) {
  enum : size_t { kSelf, kDim, kIndexArgument, kSrc };
  const Tensor source = call.any_tensor(kSrc);
  call.require(
      call.ok() && source.scalar_type() == operands.self.scalar_type() && has_data(source) &&
      !is_same(source, operands.out) &&
      (operands.index.numel() == 0 || fits_index(operands.index, source, kTensorDimensionLimit)));
  return source;
}

void scatter_elements(Call &call, const ScatterOperands &operands, char *from,
                      const ptrdiff_t *strides, ElementRunFunction run, const void *params) {
  const auto &[self, index, out, dim] = operands;
  copy_all(call, {self, out});
  if (call.ok() && index.numel() != 0)
    walk_indices(index, out, dim, from, strides, {run, params, 0, 0, true});
}

void scatter_elements(Call &call, const ScatterOperands &operands, const Tensor &source,
                      ElementRunFunction run, const void *params) {
  if (!call.ok())
    return;
  ptrdiff_t strides[kTensorDimensionLimit];
  for (size_t d = 0; d < kTensorDimensionLimit; ++d)
    strides[d] = stride_along(source, d);
  scatter_elements(call, operands, source.mutable_data_ptr<char>(), strides, run, params);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
