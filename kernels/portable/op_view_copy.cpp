// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::view_copy.out: copies self to an output with other sizes. The call fails unless both
// tensors are contiguous, or have equal shapes and dim orders.

#include "../common/copy.h"
#include "../common/view_sizes.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, view_copy.out,
                   "view_copy.out(Tensor self, SymInt[] size, *, Tensor(a!) out) -> Tensor(a!)") {
  enum Arguments : size_t { kSelf, kSize, kOut, kCount };
  Call call(context, args, kCount);
  const CopyOperands operands = take_copy_operands(call, kOut);
  const Span<const int64_t> list = call.list(kSize);
  SizesType sizes[kTensorDimensionLimit];
  if (call.require(call.ok() && read_view_sizes(list, operands.self, sizes)) &&
      call.resize(operands.out, {sizes, list.size()}))
    copy_bytes(call, operands,
               have_one_order(operands.self, operands.out) ||
                   (in_index_order(operands.self) && in_index_order(operands.out)));
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
