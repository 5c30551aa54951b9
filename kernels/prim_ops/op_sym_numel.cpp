// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::sym_numel: the number of a tensor's elements.

#include "et/kernel.h"

namespace et::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, sym_numel, "sym_numel(Tensor self) -> SymInt") {
  if (args.size() != 2 || !args[0]->isTensor() || !args[1]->isScalar())
    return context.fail(Error::InvalidArgument);
  *args[1] = EValue(static_cast<int64_t>(args[0]->toTensor().numel()));
}

} // namespace et::ET_KERNEL_LIBRARY
