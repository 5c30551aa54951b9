// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Multiplies a floating point matrix by a matrix of Char weights. A weight stands for the number
// (weight - zero point) * scale. mixed_mm and mixed_linear sum the products of an input row and a
// column of weights, in Float. The index of a term in this sum is called depth. In mixed_mm, the
// weights of one depth are contiguous and share a scale. In mixed_linear, the weights of one column
// are contiguous, and the weights of a group share a scale. A column has one or more groups.
//
// On hosts, mixed_product_fast.cpp computes the products with vector instructions. Other machines
// use the compact loop in mixed_product.cpp.

#pragma once

#include "affine.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

#if defined(__SSE2__) || (defined(__aarch64__) && defined(__ARM_NEON) && defined(__AARCH64EL__))
#define ET_HAS_FAST_PRODUCTS
#endif

/// The members to_next_... are distances, in elements.
struct Weights {
  const int8_t *data;
  size_t to_next_depth;
  size_t to_next_column;
  const char *scales;
  const char *zero_points; // may be null
  size_t group;            // number of weights in a column that share a scale
  size_t to_next_group;    // from a group's scale to the scale of the column's next group
  size_t to_next_scale;    // from a column's first scale to the next column's first scale
  size_t scale_size;       // in bytes
  size_t zero_point_size;  // in bytes
  ReadNumber read_scale;
  ReadNumber read_zero_point;
};

/// Input and output are contiguous matrices, stored row by row.
struct MixedProduct {
  const char *in;
  size_t in_size; // bytes per element
  char *out;
  size_t out_size;
  size_t rows;
  size_t depth; // number of terms in a sum
  size_t columns;
  Weights weights;
};

#ifdef ET_HAS_FAST_PRODUCTS

/// Returns contiguous elements as floats: the elements themselves, or converted copies in `buffer`.
using LoadInputs = const float *(*)(const char *from, size_t count, float *buffer);
template <typename T> const float *load_inputs(const char *from, size_t count, float *buffer) {
  const T *in = reinterpret_cast<const T *>(from);
  for (size_t i = 0; i < count; ++i)
    buffer[i] = static_cast<float>(in[i]);
  return buffer;
}
template <> inline const float *load_inputs<float>(const char *from, size_t, float *) {
  return reinterpret_cast<const float *>(from);
}
#define ET_INPUTS(type) load_inputs<type>

using StoreSum = void (*)(char *out, const float *sums, size_t count);
template <typename T> void store_sum(char *out, const float *sums, size_t count) {
  for (size_t i = 0; i < count; ++i)
    reinterpret_cast<T *>(out)[i] = static_cast<T>(sums[i]);
}

#else

/// Returns the sum of element * (weight - zero_point). The elements are contiguous. `step` is the
/// distance from one weight to the next, in weights.
using LoadInputs = float (*)(const char *in, const int8_t *weights, size_t step, float zero_point,
                             size_t count);
template <typename T>
float multiply_inputs(const char *in, const int8_t *weights, size_t step, float zero_point,
                      size_t count) {
  const T *at = reinterpret_cast<const T *>(in);
  float sum = 0;
  do {
    sum += static_cast<float>(*at++) * (static_cast<float>(*weights) - zero_point);
    weights += step;
  } while (--count != 0);
  return sum;
}
#define ET_INPUTS(type) multiply_inputs<type>

using StoreSum = void (*)(char *out, float sum);
template <typename T> void store_sum(char *out, float sum) {
  *reinterpret_cast<T *>(out) = static_cast<T>(sum);
}

#endif

struct MixedKernel {
  ScalarType in;
  LoadInputs load;
  ScalarType scales;
  ReadNumber read_scale;
  ScalarType zero_points;
  ReadNumber read_zero_point;
  ScalarType out;
  StoreSum store;
};
template <typename T>
inline constexpr MixedKernel kMixed = {DtypeOf<T>::value, ET_INPUTS(T),      DtypeOf<T>::value,
                                       read_number<T>,    DtypeOf<T>::value, read_number<T>,
                                       DtypeOf<T>::value, store_sum<T>};

void multiply(const MixedProduct &product, const MixedKernel &kernel);

/// `is_linear` is true for mixed_linear, which has transposed weights and the argument dtype.
void mixed_product(KernelRuntimeContext &context, Args args, bool is_linear,
                   const MixedKernel &kernel);
void any_mixed_product(KernelRuntimeContext &context, Args args, bool is_linear);

} // namespace et::kernels::ET_KERNEL_LIBRARY
