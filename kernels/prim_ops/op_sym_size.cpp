// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::sym_size.int: the size of a tensor along a dimension, which may count from the end.

#include "et/kernel.h"

namespace et::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, sym_size.int, "sym_size.int(Tensor self, int dim) -> SymInt") {
  if (args.size() != 3 || !args[0]->isTensor() || !args[1]->isInt() || !args[2]->isScalar())
    return context.fail(Error::InvalidArgument);
  const Tensor self = args[0]->toTensor();
  const int64_t rank = static_cast<int64_t>(self.dim());
  int64_t dim = args[1]->toInt();
  if (dim < 0)
    dim += rank;
  if (dim < 0 || dim >= rank)
    return context.fail(Error::InvalidArgument);
  *args[2] = EValue(int64_t(self.size(static_cast<size_t>(dim))));
}

} // namespace et::ET_KERNEL_LIBRARY
