// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types for loops that treat elements as bits. All dtypes of one size use the same type, so that
// these dtypes share a loop.

#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "../common/elementwise.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

template <size_t Size> struct SizedBits;
template <> struct SizedBits<1> {
  using type = uint8_t;
};
template <> struct SizedBits<2> {
  using type = uint16_t;
};
template <> struct SizedBits<4> {
  using type = uint32_t;
};
template <> struct SizedBits<8> {
  using type = uint64_t;
};
template <> struct SizedBits<16> {
  using type = Complex<double>;
};
template <typename T> using BitsOf = typename SizedBits<sizeof(T)>::type;
/// Bool keeps the type bool, because the bits of two true elements may differ.
template <typename T> using LoopBits = std::conditional_t<std::is_same_v<T, bool>, bool, BitsOf<T>>;

} // namespace et::kernels::ET_KERNEL_LIBRARY
