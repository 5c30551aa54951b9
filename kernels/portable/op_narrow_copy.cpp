// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::narrow_copy.out: copies the elements of self at `length` indices of a dimension, from index
// `start` on. A negative `start` counts from the end.

#include "../common/view.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, narrow_copy.out,
                   "narrow_copy.out(Tensor self, int dim, SymInt start, SymInt length, *, "
                   "Tensor(a!) out) -> Tensor(a!)") {
  enum Arguments : size_t { kSelf, kDim, kStart, kLength, kOut, kCount };
  ViewCopy call(context, args, kCount);
  const size_t d = take_dim(call, kDim, call.view.dim);
  const int64_t size = call.view.sizes[d];
  int64_t start = take_integer(call, kStart);
  const int64_t length = take_integer(call, kLength);
  if (start < 0)
    start += size;
  if (call.require(call.view.dim != 0 && start >= 0 && start <= size && length >= 0 &&
                   length <= size - start))
    call.view.take({d, start, length, 1});
  call.copy_to(kOut);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
