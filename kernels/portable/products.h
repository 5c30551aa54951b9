// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of products, the arithmetic of matrix products and convolutions. Each operator has one loop
// for all dtypes. The loop only computes addresses. ProductArithmetic computes in one dtype.

#pragma once

#include <cstddef>

#include "../common/dtypes.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// `count` is at least 1. A step is the bytes from one element to the next.
struct Products {
  const char *a;
  const char *b;
  ptrdiff_t a_step;
  ptrdiff_t b_step;
  size_t count;
};

/// A sum in any compute type. If all bytes are zero, the sum is 0 in each type.
struct ProductSum {
  alignas(16) char bytes[16] = {};
};

struct ProductArithmetic {
  ScalarType dtype;
  void (*accumulate)(ProductSum &sum, const Products &products);
  /// Writes the sum, plus the element at `addend` if `addend` is not null. `params` points to
  /// further arguments of the operator, such as alpha and beta of addmm, or is null.
  void (*store)(char *out, const ProductSum &sum, const char *addend, const void *params);
};

template <typename T> void accumulate_products(ProductSum &total, const Products &products) {
  using Compute = ComputeType<T>;
  Compute sum = *reinterpret_cast<Compute *>(total.bytes);
  const char *a = products.a;
  const char *b = products.b;
  size_t left = products.count;
  do {
    sum += static_cast<Compute>(*reinterpret_cast<const T *>(a)) *
           static_cast<Compute>(*reinterpret_cast<const T *>(b));
    a += products.a_step;
    b += products.b_step;
  } while (--left != 0);
  *reinterpret_cast<Compute *>(total.bytes) = sum;
}

template <typename T>
void store_products(char *out, const ProductSum &total, const char *addend, const void *) {
  using Compute = ComputeType<T>;
  Compute sum = *reinterpret_cast<const Compute *>(total.bytes);
  if (addend)
    sum += static_cast<Compute>(*reinterpret_cast<const T *>(addend));
  *reinterpret_cast<T *>(out) = static_cast<T>(sum);
}

/// A named object for each dtype gets a section of its own, so that unused dtypes can be pruned.
template <typename T>
inline constexpr ProductArithmetic kPlainProducts = {DtypeOf<T>::value, accumulate_products<T>,
                                                     store_products<T>};

} // namespace et::kernels::ET_KERNEL_LIBRARY
