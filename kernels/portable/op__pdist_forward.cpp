// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::_pdist_forward.out: the distance of each row of a matrix to each later row. The distances
// of the first row come first, then the distances of the second row, and so on.

#include "../common/walk.h"
#include "distance.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

void pdist(KernelRuntimeContext &context, Args args, const DistanceKernel &kernel) {
  enum Arguments : size_t { kSelf, kP, kOut, kCount };
  Call call(context, args, kCount);
  const Tensor self = call.tensor(kSelf, kernel.dtype);
  const Tensor out = call.output(kOut, kernel.dtype);
  const Norm norm = take_norm(call, kP);
  if (!call.require(call.ok() && self.dim() == 2 && !is_same(self, out)))
    return;
  const int64_t rows = self.size(0);
  const int64_t pairs = rows * (rows - 1) / 2;
  const SizesType sizes[] = {static_cast<SizesType>(pairs)};
  if (!call.require(pairs <= INT32_MAX) || !call.resize(out, {sizes, 1}))
    return;
  Products products;
  products.a_step = products.b_step = byte_stride(self, 1);
  products.count = static_cast<size_t>(self.size(1));
  const ptrdiff_t row = byte_stride(self, 0);
  const ptrdiff_t step = byte_stride(out, 0);
  char *to = out.mutable_data_ptr<char>();
  products.a = self.const_data_ptr<char>();
  for (SizesType i = 0; i < rows; ++i) {
    products.b = products.a;
    for (SizesType j = i + 1; j < rows; ++j) {
      products.b += row;
      kernel.write(to, products, norm);
      to += step;
    }
    products.a += row;
  }
}

} // namespace

#define PDIST(name, code, type)                                                                    \
  ET_KERNEL(aten, _pdist_forward.out, name, "v1/" #code ";|*",                                     \
            "_pdist_forward.out(Tensor self, float p=2, *, Tensor(a!) out) -> Tensor(a!)") {       \
    pdist(context, args, kDistance<type>);                                                         \
  }
ET_FORALL_FLOAT_DTYPES(PDIST)

} // namespace et::kernels::ET_KERNEL_LIBRARY
