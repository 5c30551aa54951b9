// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of two matrices or of batches of matrices. Float and Double use the BLAS library that
// the build found. Our own loops compute Half and BFloat16. Without BLAS, or if BLAS cannot read
// the strides of a matrix, our loops also compute Float and Double. On processors with AVX512-BF16,
// the loops for BFloat16 use the instruction for BFloat16 products.

#pragma once

#include <algorithm>
#include <utility>

#include "bfloat16_product.h"
#include "et/parallel.h"
#include "own_product.h"
#include "short_product.h"
#if defined(ET_OPTIMIZED_WITH_BLAS)
#include "blas_product.h"
#endif

namespace et::kernels::ET_KERNEL_LIBRARY {

/// The distance in elements from one matrix of a batch to the next, for each of the three matrices.
struct BatchSteps {
  ptrdiff_t a;
  ptrdiff_t b;
  ptrdiff_t out;
};

/// A thread should get at least this number of multiplications.
constexpr size_t kProductsOfThread = 1 << 17;

template <typename T> void fill_rows(const Product<T> &product, T value) {
  for (size_t row = 0; row < product.rows; ++row) {
    T *const out = product.out.at(row, 0);
    if (product.out.column == 1) { // compilers vectorise fill_n()
      std::fill_n(out, product.columns, value);
      continue;
    }
    for (size_t column = 0; column < product.columns; ++column)
      out[static_cast<ptrdiff_t>(column) * product.out.column] = value;
  }
}

template <typename T> Product<T> product_of(Product<T> product, BatchSteps steps, size_t index) {
  product.a.data += static_cast<ptrdiff_t>(index) * steps.a;
  product.b.data += static_cast<ptrdiff_t>(index) * steps.b;
  product.out.data += static_cast<ptrdiff_t>(index) * steps.out;
  return product;
}

/// Divides each product into items (blocks of the output), and distributes the items to threads.
template <typename Items, typename T>
void multiply_items(const Product<T> &product, size_t batch, BatchSteps steps) {
  const Items items(product);
  const size_t count = std::max<size_t>(1, items.count());
  const size_t size = product.rows * product.columns * product.terms / count;
  parallel_for(batch * count, std::max<size_t>(1, kProductsOfThread / (size + 1)),
               [&](size_t begin, size_t end) {
                 for (size_t i = begin; i < end; ++i)
                   items.compute(product_of(product, steps, i / count), i % count);
               });
}

/// `product` is the first product of the batch.
template <typename T>
void multiply_matrices(Product<T> product, size_t batch = 1, BatchSteps steps = {}) {
  if (product.rows == 0 || product.columns == 0)
    return;
  // The loops need an output that is stored by rows. One row is faster than one column.
  if (product.out.column != 1 || product.columns == 1) {
    std::swap(product.a, product.b);
    std::swap(product.rows, product.columns);
    std::swap(steps.a, steps.b);
    product.a = product.a.transposed();
    product.b = product.b.transposed();
    product.out = product.out.transposed();
  }
  if (product.terms == 0) { // a and b are empty and may have no memory
    for (size_t i = 0; !product.adds && i < batch; ++i, product.out.data += steps.out)
      fill_rows(product, T(0));
    return;
  }
#if defined(ET_OPTIMIZED_WITH_BLAS)
  if constexpr (!kIsShortFloat<T>) {
    size_t done = 0;
    while (done < batch && multiply_by_blas(product_of(product, steps, done)))
      ++done;
    if (done == batch)
      return;
  }
#endif
#if ET_CHOOSES_BFLOAT16
  if constexpr (std::is_same_v<T, BFloat16>)
    if (has_avx512_bf16())
      return multiply_items<BFloat16Items>(product, batch, steps);
#endif
  multiply_items<std::conditional_t<kIsShortFloat<T>, ShortItems<T>, OwnItems<T>>>(product, batch,
                                                                                   steps);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
