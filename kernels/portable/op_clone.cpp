// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::clone.out: a copy. The program has fixed the output's dim order already, in agreement with
// the memory format it asks for, so that the format itself decides nothing here.

#include "copy.h"
#include "output.h"

namespace et::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, clone.out,
                   "clone.out(Tensor self, *, MemoryFormat? memory_format=None, Tensor(a!) out) "
                   "-> Tensor(a!)") {
  Tensor self, out;
  if (!take_copy_operands(args, 2, self, out) || self.dim() > kTensorDimensionLimit ||
      (!args[1]->isNone() && !args[1]->isInt()))
    return context.fail(Error::InvalidArgument);
  if (!resize_output(context, out, self.sizes().data(), self.dim()))
    return;
  uint8_t dims[kTensorDimensionLimit];
  for (size_t d = 0; d < self.dim(); ++d)
    dims[d] = static_cast<uint8_t>(d);
  copy_permuted(self, dims, out);
}

} // namespace et::ET_KERNEL_LIBRARY
