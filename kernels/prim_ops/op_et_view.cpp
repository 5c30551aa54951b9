// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// executorch_prim::et_view.default: self with other sizes. One size may be -1; this size follows
// from the number of elements. If the output owns other memory than self's data, the data is
// copied. Otherwise the output becomes a view of self's data.

#include <cstring>

#include "../common/typed_arguments.h"
#include "../common/view_sizes.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(executorch_prim, et_view.default,
                   "et_view.default(Tensor self, int[] size, Tensor(a!) out) -> ()") {
  enum Arguments : size_t { kSelf, kSize, kOut };
  Call call(context, args, 3);
  const Tensor self = call.any_tensor(kSelf), out = call.any_tensor(kOut);
  const Span<const int64_t> list = call.list(kSize);
  SizesType sizes[kTensorDimensionLimit];
  call.require(call.ok() && self.scalar_type() == out.scalar_type() && self.element_size() != 0 &&
               in_index_order(self) && in_index_order(out) && read_view_sizes(list, self, sizes));
  if (!call.ok())
    return;
  const Span<const SizesType> shape(sizes, list.size());
  const bool shares = !owns_data(out) || out.const_data_ptr() == self.const_data_ptr();
  const Error error = shares ? share_tensor_data(out, self, shape) : resize_tensor(out, shape);
  if (error != Error::Ok)
    return call.fail(error);
  const size_t size = self.nbytes();
  if (shares || size == 0)
    return;
  call.require(self.const_data_ptr());
  if (call.ok())
    std::memmove(out.mutable_data_ptr(), self.const_data_ptr(), size);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
