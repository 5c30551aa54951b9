// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See matrix.h.

#include "matrix.h"

#include <initializer_list>

#include "output.h"
#include "walk.h"

namespace et::ET_KERNEL_LIBRARY {

bool shape_matrix_product(KernelRuntimeContext &context, const Tensor &a, const Tensor &b,
                          const Tensor &out, ScalarType dtype) {
  for (const Tensor *tensor : {&a, &b, &out})
    if (tensor->scalar_type() != dtype || tensor->dim() != 2)
      return false;
  const SizesType sizes[] = {a.size(0), b.size(1)};
  return has_data(a) && has_data(b) && resize_output(context, out, sizes, 2) &&
         a.size(0) == out.size(0) && a.size(1) == b.size(0) && b.size(1) == out.size(1);
}

static bool take_addend(const Tensor &addend, const Tensor &out, ScalarType dtype,
                        ptrdiff_t *strides) {
  if (addend.scalar_type() != dtype || addend.dim() > 2 || !has_data(addend))
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

void matrix_product(KernelRuntimeContext &context, const Tensor &a, const Tensor &b,
                    const Tensor *addend, const Tensor &out, const ProductArithmetic &arithmetic) {
  ptrdiff_t added_strides[2] = {0, 0};
  if (!shape_matrix_product(context, a, b, out, arithmetic.dtype) ||
      (addend && !take_addend(*addend, out, arithmetic.dtype, added_strides)))
    return context.fail(Error::InvalidArgument);
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
          arithmetic.params);
    }
  }
}

} // namespace et::ET_KERNEL_LIBRARY
