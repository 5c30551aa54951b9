// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Embeddings of integers: for each index, the row of a matrix of integers of 8, 4 or 2 bits,
// dequantised. A row is divided into one or more groups of equal length. Each group has a scale and
// possibly a zero point, both floating point: number = (integer - zero point) * scale, in floats.
//
// For 4 bits, the first element of a byte is its upper half, and the integer is the bits minus 8.
// For 2 bits, the first element is the lowest two bits, and the integer is the bits minus 2.

#pragma once

#include "affine.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// `count` elements of a row from element `first` on.
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

/// The function writes a group. Except in fallback kernels, scales, zero points and output have the
/// same dtype.
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

/// `has_dtype` is true if the operator's schema has the argument `dtype`.
void embedding(KernelRuntimeContext &context, Args args, bool has_dtype,
               const EmbeddingKernel &kernel);

/// For any dtypes of scales and outputs. `same` lists the kernels for a single dtype.
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

/// Registers an operator's kernels for one kind of weights, whose dtype has code `weight_code`:
/// with zero points and without. Indices are Long.
#define ET_EMBEDDING_KERNELS(op, variant, weight_code, Weight, has_dtype, schema, code, type)      \
  ET_KERNEL(quantized_decomposed, op, variant, "v1/" #weight_code ";|" #code ";|4;|" #code ";",    \
            schema) {                                                                              \
    embedding(context, args, has_dtype, kEmbedding<Weight, type>);                                 \
  }                                                                                                \
  ET_KERNEL(quantized_decomposed, op, variant##WithZeroPoints,                                     \
            "v1/" #weight_code ";|" #code ";|" #code ";|4;|" #code ";", schema) {                  \
    embedding(context, args, has_dtype, kEmbedding<Weight, type>);                                 \
  }
