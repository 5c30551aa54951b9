// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::bmm.out: the products of two batches of matrices, with the loops of mm. Nothing broadcasts.
// Any dim order will do.

#include "../common/walk.h"
#include "matrix_product.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

/// Whether the three shapes fit: also once the output has its own, which may be an input.
bool fit(const Tensor &a, const Tensor &b, const Tensor &out) {
  return a.size(0) == b.size(0) && a.size(2) == b.size(1) && out.size(0) == a.size(0) &&
         out.size(1) == a.size(1) && out.size(2) == b.size(2);
}

void bmm(KernelRuntimeContext &context, Args::Items items, size_t size,
         const ProductArithmetic &arithmetic) {
  Call call(context, {items, size}, 3);
  const Tensor a = call.tensor(0, arithmetic.dtype);
  const Tensor b = call.tensor(1, arithmetic.dtype);
  const Tensor out = call.output(2, arithmetic.dtype);
  if (!call.require(call.ok() && a.dim() == 3 && b.dim() == 3 && a.size(0) == b.size(0) &&
                    a.size(2) == b.size(1)))
    return;
  const SizesType sizes[] = {a.size(0), a.size(1), b.size(2)};
  if (!call.resize(out, {sizes, 3}) || !call.require(fit(a, b, out)))
    return;
  MatrixPlace places[] = {MatrixPlace(out), MatrixPlace(a), MatrixPlace(b)};
  const ptrdiff_t none[] = {0, 0};
  for (SizesType i = 0; i < sizes[0]; ++i) {
    multiply_matrices(places[0], places[1], places[2], {nullptr, none}, sizes[1], sizes[2],
                      a.size(2), arithmetic, nullptr);
    places[0].data += byte_stride(out, 0);
    places[1].data += byte_stride(a, 0);
    places[2].data += byte_stride(b, 0);
  }
}

} // namespace

#define BMM(name, code, type)                                                                      \
  ET_KERNEL(aten, bmm.out, name, "v1/" #code ";|*",                                                \
            "bmm.out(Tensor self, Tensor mat2, *, Tensor(a!) out) -> Tensor(a!)") {                \
    bmm(context, args.items(), args.size(), kPlainProducts<type>);                                 \
  }
ET_FORALL_NUMBER_DTYPES(BMM)

} // namespace et::kernels::ET_KERNEL_LIBRARY
