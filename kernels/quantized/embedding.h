// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Embeddings with quantised weights. The weights are a matrix of integers of 8, 4 or 2 bits. For
// each index, the kernel dequantises the row with this index. A row is divided into one or more
// groups of equal length. Each group has a floating point scale and possibly a floating point zero
// point: number = (integer - zero point) * scale, computed in Float.
//
// With 4 bits, a byte has two elements. The upper half is the first element. The integer is the
// unsigned number in the bits, minus 8. With 2 bits, a byte has four elements. The lowest two bits
// are the first element. The integer is the unsigned number in the bits, minus 2.

#pragma once

#include "affine.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// The group has `count` elements of the row, from element `first` on.
struct Group {
  char *out;
  const uint8_t *row;
  size_t first;
  size_t count;
  float zero_point;
  float scale;
};

template <int kBits> struct PackedWeight;
/// at() reads element `i` of a row. `Weight` is int8_t, uint8_t, or a PackedWeight.
template <typename Weight> struct Unpack {
  static constexpr ScalarType kType = DtypeOf<Weight>::value;
  static constexpr uint8_t kPerByte = 1;
  static float at(const uint8_t *row, size_t i) {
    return static_cast<float>(static_cast<Weight>(row[i]));
  }
};
template <int kBits> struct Unpack<PackedWeight<kBits>> {
  static constexpr ScalarType kType = ScalarType::Byte;
  static constexpr uint8_t kPerByte = 8 / kBits;
  static float at(const uint8_t *row, size_t i) {
    const size_t place = i % kPerByte;
    const size_t shift = kBits * (kBits == 4 ? 1 - place : place);
    constexpr int half = 1 << (kBits - 1);
    return static_cast<float>((row[i / kPerByte] >> shift & (2 * half - 1)) - half);
  }
};

template <typename Weight, typename T> void expand_group(const Group &group) {
  const Group g = group;
  T *out = reinterpret_cast<T *>(g.out);
  for (size_t i = 0; i < g.count; ++i)
    out[i] = static_cast<T>((Unpack<Weight>::at(g.row, g.first + i) - g.zero_point) * g.scale);
}

struct GroupNumbers {
  ScalarType type;
  ReadNumber read;
};

/// expand() dequantises a group and writes the result. Except in fallback kernels, scales, zero
/// points and output have the same dtype.
struct EmbeddingKernel {
  ScalarType weight;
  uint8_t per_byte;
  ScalarType out;
  GroupNumbers scales;
  GroupNumbers zero_points;
  void (*expand)(const Group &group);
};
template <typename T>
inline constexpr GroupNumbers kGroupNumbers = {DtypeOf<T>::value, read_number<T>};
template <typename Weight, typename T>
inline constexpr EmbeddingKernel kEmbedding = {Unpack<Weight>::kType, Unpack<Weight>::kPerByte,
                                               DtypeOf<T>::value,     kGroupNumbers<T>,
                                               kGroupNumbers<T>,      expand_group<Weight, T>};

/// `has_dtype` is true for the overload dtype_out, which has the argument dtype.
void embedding(KernelRuntimeContext &context, Args args, bool has_dtype,
               const EmbeddingKernel &kernel);

/// Scales, zero points and output may differ in dtype. `same` lists the kernels of equal dtypes.
void mixed_embedding(KernelRuntimeContext &context, Args args, bool has_dtype,
                     const EmbeddingKernel *const *same, size_t count);

template <typename... Weights> struct Embeddings {
  static constexpr const EmbeddingKernel *kAll[] = {
      &kEmbedding<Weights, float>..., &kEmbedding<Weights, double>...,
      &kEmbedding<Weights, Half>..., &kEmbedding<Weights, BFloat16>...};
};
template <typename... Weights>
void mixed_embedding(KernelRuntimeContext &context, Args args, bool has_dtype) {
  mixed_embedding(context, args, has_dtype, Embeddings<Weights...>::kAll, 4 * sizeof...(Weights));
}

} // namespace et::kernels::ET_KERNEL_LIBRARY

/// Registers an operator's two kernels for weights of the dtype with code `weight_code`. The first
/// kernel serves calls without zero points. The second kernel serves calls with zero points. Both
/// kernels take indices of Long.
#define ET_EMBEDDING_KERNELS(op, variant, weight_code, Weight, has_dtype, schema, code, type)      \
  ET_KERNEL(quantized_decomposed, op, variant, "v1/" #weight_code ";|" #code ";|4;|" #code ";",    \
            schema) {                                                                              \
    embedding(context, args, has_dtype, kEmbedding<Weight, type>);                                 \
  }                                                                                                \
  ET_KERNEL(quantized_decomposed, op, variant##WithZeroPoints,                                     \
            "v1/" #weight_code ";|" #code ";|" #code ";|4;|" #code ";", schema) {                  \
    embedding(context, args, has_dtype, kEmbedding<Weight, type>);                                 \
  }
