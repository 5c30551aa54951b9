// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements as bits, so that dtypes of one size share loops.

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
/// The type of loops that compute with bits; bool for Bool, where any byte but 0 is true.
template <typename T> using LoopBits = std::conditional_t<std::is_same_v<T, bool>, bool, BitsOf<T>>;

} // namespace et::kernels::ET_KERNEL_LIBRARY
