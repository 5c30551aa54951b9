// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vector types, made by the vector extension of gcc and clang, which works on every target. Code
// that uses vectors is a template over their size in bytes. The default size is the register size
// that the compiler's flags allow: 32 bytes with AVX2, else 16 bytes. machine.h also compiles code
// for 32 bytes, and chooses at run time.
//
// Code that machine.h compiles for two vector sizes must not use intrinsics, because an intrinsic
// has only one size. For a * b + c, the compiler fuses the product and the sum into one instruction
// if the machine has such an instruction. Fusing changes results, so only files whose results may
// change enable fusing (gcc: -ffp-contract=fast). rounded() prevents fusing for one product. All
// functions are always inlined, even at -Os, because each is one or a few instructions.

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "dtypes.h"

#if defined(__aarch64__)
#include <arm_neon.h>
#elif defined(__FMA__) || defined(__F16C__)
#include <immintrin.h>
#endif

// gcc's notes on the ABI do not matter, because functions with vector arguments are inlined.
#pragma GCC diagnostic ignored "-Wpsabi"

#define ET_ALWAYS_INLINE inline __attribute__((always_inline))

namespace et::kernels {

#if defined(__AVX2__)
constexpr size_t kVectorBytes = 32;
#else
constexpr size_t kVectorBytes = 16;
#endif

template <typename T, size_t bytes> struct VectorOf {
  using type __attribute__((vector_size(bytes))) = T;
};
template <typename T, size_t bytes = kVectorBytes> using Vector = typename VectorOf<T, bytes>::type;
template <typename V>
using NumberOf = std::remove_cv_t<std::remove_reference_t<decltype(std::declval<V>()[0])>>;

/// The type of a vector's lanes for elements of type T: float for Half and BFloat16, unsigned
/// integers for integers, because unsigned integers wrap around. Integers keep their size, because
/// the low bits of sums and products do not depend on higher bits.
template <typename T, typename = void> struct LaneOf {
  using type = T;
};
template <typename T> struct LaneOf<T, std::enable_if_t<std::is_integral_v<T>>> {
  using type = std::make_unsigned_t<T>;
};
template <> struct LaneOf<Half> {
  using type = float;
};
template <> struct LaneOf<BFloat16> {
  using type = float;
};
template <typename T> using Lane = typename LaneOf<T>::type;
template <typename T>
constexpr bool kIsShortFloat = std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>;

template <typename T, size_t bytes = kVectorBytes>
constexpr size_t kLanes = bytes / sizeof(Lane<T>);

/// Returns a vector with the same number in every lane. `value - V{}` keeps -0; `value + V{}` would
/// not. The initialiser list {value, value, ...} would be slow, because gcc fills the lanes one by
/// one if the vector is larger than the flags allow. Without the barrier, gcc would turn the
/// subtraction into such a list.
template <typename V> ET_ALWAYS_INLINE V splat_as(NumberOf<V> value) {
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 12
  return __builtin_assoc_barrier(value - V{});
#else
  return value - V{};
#endif
}
template <typename T, size_t bytes = kVectorBytes>
ET_ALWAYS_INLINE Vector<T, bytes> splat(T value) {
  return splat_as<Vector<T, bytes>>(value);
}

template <typename To, typename From>
ET_ALWAYS_INLINE Vector<To, sizeof(From)> bits_as(const From &from) {
  Vector<To, sizeof(From)> to;
  std::memcpy(&to, &from, sizeof(to));
  return to;
}

/// Returns a * b + c. The result is rounded only once if the machine has an instruction for this.
template <typename V> ET_ALWAYS_INLINE V multiply_add(V a, V b, V c) {
#if defined(__aarch64__)
  if constexpr (std::is_same_v<V, Vector<float>>)
    return vfmaq_f32(c, a, b);
  else
    return vfmaq_f64(c, a, b);
#elif defined(__AVX2__) && defined(__FMA__)
  if constexpr (std::is_same_v<V, Vector<float>>)
    return _mm256_fmadd_ps(a, b, c);
  else
    return _mm256_fmadd_pd(a, b, c);
#else
#if defined(__clang__)
#pragma clang fp contract(fast)
#endif
  return a * b + c;
#endif
}

/// A product that the compiler must not fuse with a sum.
template <typename V> ET_ALWAYS_INLINE V rounded(V product) {
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 12
  return __builtin_assoc_barrier(product);
#else
  return product; // clang fuses only within an expression.
#endif
}

/// Half or BFloat16 elements, one for each lane of a vector of floats. The conversions exist only
/// for the size that the flags allow, because gcc converts larger vectors element by element.
using ShortFloats __attribute__((vector_size(kVectorBytes / 2))) = uint16_t;

ET_ALWAYS_INLINE Vector<float> widen(ShortFloats shorts, Half) {
#if defined(__aarch64__)
  return vcvt_f32_f16(reinterpret_cast<float16x4_t>(shorts));
#elif defined(__AVX2__) && defined(__F16C__)
  return _mm256_cvtph_ps(reinterpret_cast<__m128i>(shorts));
#else
  // The integers are signed, because vector comparisons return signed masks. Signed comparisons are
  // correct, because the compared numbers are never negative.
  const Vector<int32_t> half = __builtin_convertvector(shorts, Vector<int32_t>);
  const Vector<int32_t> magnitude = half & 0x7fff;
  const Vector<int32_t> subnormal =
      bits_as<int32_t>(__builtin_convertvector(magnitude, Vector<float>) * 0x1p-24f);
  const Vector<int32_t> normal = (magnitude << 13) + (112 << 23);
  Vector<int32_t> bits = magnitude < 0x400 ? subnormal : normal;
  bits |= (magnitude >= 0x7c00) & 0x7f800000; // infinity and NaN
  const Vector<uint32_t> sign = bits_as<uint32_t>(half & 0x8000) << 16;
  return bits_as<float>(bits_as<uint32_t>(bits) | sign);
#endif
}

ET_ALWAYS_INLINE Vector<float> widen(ShortFloats shorts, BFloat16) {
  return bits_as<float>(__builtin_convertvector(shorts, Vector<uint32_t>) << 16);
}

ET_ALWAYS_INLINE ShortFloats narrow(Vector<float> floats, Half) {
#if defined(__aarch64__)
  return reinterpret_cast<ShortFloats>(vcvt_f16_f32(floats));
#elif defined(__AVX2__) && defined(__F16C__)
  return reinterpret_cast<ShortFloats>(_mm256_cvtps_ph(floats, _MM_FROUND_TO_NEAREST_INT));
#else
  const Vector<uint32_t> bits = bits_as<uint32_t>(floats);
  const Vector<int32_t> magnitude = bits_as<int32_t>(bits & 0x7fffffff);
  const Vector<int32_t> normal = (magnitude - (112 << 23) + 0xfff + (magnitude >> 13 & 1)) >> 13;
  // Adding 0.5 rounds to a multiple of 2^-24; the low bits of the sum are the result.
  const Vector<int32_t> subnormal =
      bits_as<int32_t>(bits_as<float>(magnitude) + 0.5f) - (126 << 23);
  Vector<int32_t> half = magnitude < 0x38800000 ? subnormal : normal;
  half = magnitude >= 0x47800000 ? Vector<int32_t>{} + 0x7c00 : half;
  half = magnitude > 0x7f800000 ? Vector<int32_t>{} + 0x7e00 : half;
  return __builtin_convertvector(bits_as<uint32_t>(half) | (bits >> 16 & 0x8000), ShortFloats);
#endif
}

ET_ALWAYS_INLINE ShortFloats narrow(Vector<float> floats, BFloat16) {
  const Vector<uint32_t> bits = bits_as<uint32_t>(floats);
  const Vector<uint32_t> rounded = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
  const Vector<int32_t> is_nan = bits_as<int32_t>(bits & 0x7fffffff) > 0x7f800000;
  return __builtin_convertvector(is_nan ? Vector<uint32_t>{} + 0x7fc0 : rounded, ShortFloats);
}

template <typename T, size_t bytes = kVectorBytes>
ET_ALWAYS_INLINE Vector<Lane<T>, bytes> load(const char *data) {
  if constexpr (kIsShortFloat<T>) {
    ShortFloats shorts;
    std::memcpy(&shorts, data, sizeof(shorts));
    return widen(shorts, T());
  } else {
    Vector<Lane<T>, bytes> vector;
    std::memcpy(&vector, data, sizeof(vector));
    return vector;
  }
}

template <typename T, typename V> ET_ALWAYS_INLINE void store(char *data, const V &vector) {
  if constexpr (kIsShortFloat<T>) {
    const ShortFloats shorts = narrow(vector, T());
    std::memcpy(data, &shorts, sizeof(shorts));
  } else {
    std::memcpy(data, &vector, sizeof(vector));
  }
}

/// Loads `count` elements, which are `stride` bytes apart. The remaining lanes are 0.
template <typename T, size_t bytes = kVectorBytes>
ET_ALWAYS_INLINE Vector<Lane<T>, bytes> load_some(const char *data, ptrdiff_t stride,
                                                  size_t count) {
  T elements[kLanes<T, bytes>] = {};
  for (size_t i = 0; i < count; ++i)
    elements[i] = *reinterpret_cast<const T *>(data + static_cast<ptrdiff_t>(i) * stride);
  return load<T, bytes>(reinterpret_cast<const char *>(elements));
}

template <typename T, typename V>
ET_ALWAYS_INLINE void store_some(char *data, ptrdiff_t stride, size_t count, const V &vector) {
  T elements[kLanes<T, sizeof(V)>];
  store<T>(reinterpret_cast<char *>(elements), vector);
  for (size_t i = 0; i < count; ++i)
    *reinterpret_cast<T *>(data + static_cast<ptrdiff_t>(i) * stride) = elements[i];
}

template <typename T, typename V> ET_ALWAYS_INLINE T sum_of_lanes(const V &vector) {
  T sum = 0;
  for (size_t i = 0; i < sizeof(V) / sizeof(T); ++i)
    sum += vector[i];
  return sum;
}

template <typename V> ET_ALWAYS_INLINE V larger(const V &a, const V &b) { return a > b ? a : b; }

} // namespace et::kernels
