// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::sym_numel: the number of a tensor's elements.

#include "../common/typed_arguments.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, sym_numel, "sym_numel(Tensor self) -> SymInt") {
  Call call = Call::exact(context, args, 1);
  const Tensor self = call.any_tensor(0);
  call.require(call.ok() && call[1].isScalar());
  if (call.ok())
    call.set(1, static_cast<int64_t>(self.numel()));
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
