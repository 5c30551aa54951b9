// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::sym_numel: the number of a tensor's elements.

#include "../common/typed_arguments.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, sym_numel, "sym_numel(Tensor self) -> SymInt") {
  enum Arguments : size_t { kSelf, kResult };
  Call call = Call::exact(context, args, 1);
  const Tensor self = call.any_tensor(kSelf);
  call.require(call.ok() && call[kResult].isScalar());
  if (call.ok())
    call.set(kResult, static_cast<int64_t>(self.numel()));
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
