// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::bmm.out: multiplies each matrix of self by the matrix at the same index in mat2. The
// tensors may have any dim order. The two batches must have the same size, because batches do not
// broadcast.

#include "../common/walk.h"
#include "matrix_product.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

void bmm(KernelRuntimeContext &context, Args args, const ProductArithmetic &arithmetic) {
  Call call(context, args, 3);
  const auto [a, b, out] = take_matrix_batches(call, arithmetic.dtype);
  if (!call.ok())
    return;
  MatrixPlace places[] = {MatrixPlace(out), MatrixPlace(a), MatrixPlace(b)};
  const ptrdiff_t none[] = {0, 0};
  for (SizesType i = 0; i < a.size(0); ++i) {
    multiply_matrices(places[0], places[1], places[2], {nullptr, none}, a.size(1), b.size(2),
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
    bmm(context, args, kPlainProducts<type>);                                                      \
  }
ET_FORALL_NUMBER_DTYPES(BMM)

} // namespace et::kernels::ET_KERNEL_LIBRARY
