// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::index_select.out: the slices of self along `dim` that the index names, one after another.
// Of a tensor without dimensions it is the element itself.

#include "../common/copy.h"
#include "../common/dims.h"
#include "indexed.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, index_select.out,
                   "index_select.out(Tensor self, int dim, Tensor index, *, Tensor(a!) out) "
                   "-> Tensor(a!)") {
  Call call(context, args, 4);
  const auto [self, out] = take_copy_operands(call, 3);
  const Tensor index = call.any_tensor(2);
  const int32_t given = call.integer(1);
  if (!call.ok())
    return;
  uint8_t dim;
  if (!call.require(normalize_dim(given, self.dim(), dim) && self.dim() <= kTensorDimensionLimit &&
                    index.dim() <= 1 && (self.dim() != 0 || index.numel() == 1) &&
                    !is_same(out, self) && !is_same(out, index)))
    return;
  require_indices(call, index, 0, size_along(self, dim));
  SizesType sizes[kTensorDimensionLimit];
  for (size_t d = 0; d < self.dim(); ++d)
    sizes[d] = d == dim ? static_cast<SizesType>(index.numel()) : self.size(d);
  if (call.resize(out, {sizes, self.dim()}))
    copy_indexed(out, self, dim, index);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
