// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scalar arguments (alpha, beta) as the number type that a kernel computes in. A value that the
// dtype cannot hold is an error, never a silently different number.
//
// A floating alpha or beta on integer tensors is an error, as in ExecuTorch; PyTorch truncates in
// `addmm`.

#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "dtypes.h"
#include "element.h"
#include "et/kernel.h"

namespace et::kernels {

/// The value of an Int or Bool argument within [low, high]; false for anything else.
bool read_integer(const EValue &value, int64_t low, int64_t high, int64_t &out);
/// The value of any Scalar argument; false when it is finite but too large for the type.
bool read_number(const EValue &value, float &out);
bool read_number(const EValue &value, double &out);
/// A Scalar of a program is never complex.
template <typename T> bool read_number(const EValue &value, Complex<T> &out) {
  out.imag = 0;
  return read_number(value, out.real);
}

/// `value` for arithmetic on elements of type T. Integer dtypes take no floating point value;
/// unsigned ones take a negative value as its two's complement, as PyTorch does.
template <typename T> bool read_scalar(const EValue &value, ComputeType<T> &out) {
  if constexpr (std::is_integral_v<T>) {
    constexpr bool is_bool = std::is_same_v<T, bool>;
    constexpr int64_t high = is_bool ? INT64_MAX : int64_t(std::numeric_limits<T>::max());
    constexpr int64_t low = is_bool                 ? INT64_MIN
                            : std::is_unsigned_v<T> ? -high
                                                    : int64_t(std::numeric_limits<T>::min());
    int64_t integer;
    if (!read_integer(value, low, high, integer))
      return false;
    out = is_bool ? integer != 0 : static_cast<ComputeType<T>>(integer);
    return true;
  } else {
    return read_number(value, out);
  }
}

/// The same for a dtype that is known only at run time; it has a number kind.
bool read_scalar(const EValue &value, ScalarType type, Element &out);

} // namespace et::kernels
