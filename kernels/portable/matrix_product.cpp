// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See matrix_product.h.

#include "matrix_product.h"

#include "../common/walk.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

static bool broadcast_addend(const Tensor &addend, const Tensor &out, ptrdiff_t *strides) {
  if (addend.scalar_type() != out.scalar_type() || addend.dim() > 2 || !has_data(addend))
    return false;
  const size_t missing = 2 - addend.dim();
  for (size_t d = 0; d < addend.dim(); ++d) {
    if (addend.size(d) == out.size(d + missing))
      strides[d + missing] = byte_stride(addend, d);
    else if (addend.size(d) != 1)
      return false;
  }
  return true;
}

void matrix_product(Call &call, size_t first, size_t last, const Tensor *addend,
                    const ProductArithmetic &arithmetic, const void *params) {
  const auto [a, b, out] = take_matrices(call, first, last, arithmetic.dtype);
  ptrdiff_t added_strides[2] = {0, 0};
  if (addend)
    call.require(call.ok() && broadcast_addend(*addend, out, added_strides));
  if (!call.ok())
    return;
  const char *const added = addend ? addend->const_data_ptr<char>() : nullptr;

  Products products;
  products.a_step = byte_stride(a, 1);
  products.b_step = byte_stride(b, 0);
  products.count = static_cast<size_t>(a.size(1));
  for (SizesType row = 0; row < out.size(0); ++row) {
    for (SizesType column = 0; column < out.size(1); ++column) {
      ProductSum sum;
      if (products.count != 0) {
        products.a = a.const_data_ptr<char>() + row * byte_stride(a, 0);
        products.b = b.const_data_ptr<char>() + column * byte_stride(b, 1);
        arithmetic.accumulate(sum, products);
      }
      arithmetic.store(
          out.mutable_data_ptr<char>() + row * byte_stride(out, 0) + column * byte_stride(out, 1),
          sum, added ? added + row * added_strides[0] + column * added_strides[1] : nullptr,
          params);
    }
  }
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
