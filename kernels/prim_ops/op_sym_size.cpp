// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::sym_size.int: the size of a tensor along a dimension. A negative dimension counts from the
// end.

#include "../common/typed_arguments.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, sym_size.int, "sym_size.int(Tensor self, int dim) -> SymInt") {
  enum Arguments : size_t { kSelf, kDim, kResult };
  Call call = Call::exact(context, args, 2);
  const Tensor self = call.any_tensor(kSelf);
  int32_t dim = call.integer(kDim);
  call.require(call.ok() && call[kResult].isScalar());
  if (!call.ok())
    return;
  const int32_t rank = static_cast<int32_t>(self.dim());
  if (dim < 0)
    dim += rank;
  call.require(dim >= 0 && dim < rank);
  if (call.ok())
    call.set(kResult, int64_t(self.size(static_cast<size_t>(dim))));
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
