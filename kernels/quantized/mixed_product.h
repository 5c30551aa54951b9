// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of numbers with weights of Char: (weight - zero point) * scale, summed in floats. Both
// operators, mixed_mm and mixed_linear, are out[row][column] = the sum over `depth` of input times
// weight, and differ in how weights lie and which scale is whose. Scales and zero points are of
// floating dtypes.
//
// There are two forms of the loops. On hosts vectors of weights become floats, which are multiplied
// with many rows of the input; on other machines there is one small loop.

#pragma once

#include "affine.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

#if defined(__SSE2__) || (defined(__aarch64__) && defined(__ARM_NEON) && defined(__AARCH64EL__))
#define ET_HAS_FAST_PRODUCTS
#endif

/// Where the weights are and what they mean; distances are elements.
struct Weights {
  const int8_t *data;
  size_t to_next_depth;
  size_t to_next_column;
  const char *scales;
  const char *zero_points; // or null
  size_t group;            // how many weights of a column have one scale
  size_t to_next_group;    // from a column's scale to that of its next group
  size_t to_next_scale;    // to that of the next column
  size_t scale_size;       // in bytes
  size_t zero_point_size;
  ReadNumber read_scale;
  ReadNumber read_zero_point;
};

/// A product, whose rows lie one behind the other.
struct MixedProduct {
  const char *in;
  size_t in_size; // of an element, in bytes
  char *out;
  size_t out_size;
  size_t rows;
  size_t depth;
  size_t columns;
  Weights weights;
};

#ifdef ET_HAS_FAST_PRODUCTS

/// Floats of elements side by side: the elements themselves or, converted, `buffer`.
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

/// Sums become elements side by side.
using StoreSum = void (*)(char *out, const float *sums, size_t count);
template <typename T> void store_sum(char *out, const float *sums, size_t count) {
  for (size_t i = 0; i < count; ++i)
    reinterpret_cast<T *>(out)[i] = static_cast<T>(sums[i]);
}

#else

/// The products of elements side by side with weights that are `step` apart, less `zero_point`.
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

/// What depends on dtypes.
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

/// Computes it.
void multiply(const MixedProduct &product, const MixedKernel &kernel);

/// The whole operator: of mixed_linear, whose weights are transposed and which has a dtype
/// argument, or of mixed_mm.
void mixed_product(KernelRuntimeContext &context, Args args, bool is_linear,
                   const MixedKernel &kernel);
/// The same for any dtypes.
void any_mixed_product(KernelRuntimeContext &context, Args args, bool is_linear);

} // namespace et::kernels::ET_KERNEL_LIBRARY
