// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::permute_copy.out: dimension d of the output is dimension dims[d] of self.

#include "copy.h"
#include "dims.h"
#include "output.h"

namespace et::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, permute_copy.out,
                   "permute_copy.out(Tensor self, int[] dims, *, Tensor(a!) out) -> Tensor(a!)") {
  Tensor self, out;
  bool ok = take_copy_operands(args, 2, self, out) && self.dim() <= kTensorDimensionLimit &&
            args[1]->isIntList();
  uint8_t dims[kTensorDimensionLimit];
  SizesType sizes[kTensorDimensionLimit];
  if (ok) {
    Span<const int64_t> list = args[1]->toIntList();
    uint32_t seen = 0;
    ok = list.size() == self.dim();
    for (size_t d = 0; ok && d < list.size(); ++d) {
      ok = mark_dim(list[d], self.dim(), seen, dims[d]);
      if (ok)
        sizes[d] = self.size(dims[d]);
    }
    ok = ok && resize_output(context, out, sizes, list.size());
    for (size_t d = 0; ok && d < list.size(); ++d)
      ok = self.size(dims[d]) == sizes[d];
  }
  if (!ok)
    return context.fail(Error::InvalidArgument);
  copy_permuted(self, dims, out);
}

} // namespace et::ET_KERNEL_LIBRARY
