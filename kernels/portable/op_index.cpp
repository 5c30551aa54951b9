// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::index.Tensor_out: the elements of self that a list of indices selects (index_list.h).

#include "../common/copy.h"
#include "../common/copy_memory.h"
#include "index_list.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, index.Tensor_out,
                   "index.Tensor_out(Tensor self, Tensor?[] indices, *, Tensor(a!) out) "
                   "-> Tensor(a!)") {
  enum Arguments : size_t { kSelf, kIndices, kOut, kCount };
  Call call(context, args, kCount);
  const auto [self, out] = take_copy_operands(call, kOut);
  if (!call.ok())
    return;
  IndexList list(call, kIndices, self);
  if (!call.require(!is_same(out, self) && !list.has(out)) || !call.resize(out, list.sizes()))
    return;
  size_t dim;
  if (const Tensor *const index = list.only(dim))
    return copy_indexed(out, self, dim, *index);
  const size_t size = self.element_size();
  ptrdiff_t strides[kTensorDimensionLimit];
  for (size_t d = 0; d < out.dim(); ++d)
    strides[d] = byte_stride(out, d);
  list.for_each_run(self, out.mutable_data_ptr<char>(), strides, false, copy_run, &size);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
