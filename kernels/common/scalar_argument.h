// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scalar arguments (alpha, beta) as the number type that a kernel computes in. A value that the
// dtype cannot hold is an error, never a silently different number.
//
// Half and BFloat16 keep their scalars as floats.

#pragma once

#include <type_traits>

#include "dtypes.h"
#include "et/kernel.h"

namespace et::kernels {

/// A number of any compute type.
struct ScalarNumber {
  alignas(16) char bytes[16];

  template <typename T> const T &as() const { return *reinterpret_cast<const T *>(bytes); }
  template <typename T> T &as() { return *reinterpret_cast<T *>(bytes); }
};

/// Writes `value` as the compute type of `type`, of one kind of dtypes; false for what is no such
/// number. Integer dtypes take no floating point value; unsigned ones take a negative value as its
/// two's complement, as PyTorch does. A Scalar of a program is never complex.
using ScalarReader = bool (*)(Argument value, ScalarType type, void *out);
bool read_integer(Argument value, ScalarType type, void *out);
bool read_float(Argument value, ScalarType type, void *out);
bool read_double(Argument value, ScalarType type, void *out);

/// The same for integer dtypes of operators that take a floating point value, too: without its
/// fraction where the dtype's range holds it, and of Bool whether it is not 0.
bool read_converted(Argument value, ScalarType type, void *out);

/// For the limits of integer dtypes: takes a floating point value without its fraction, and no
/// negative one for unsigned dtypes.
bool read_truncated(Argument value, ScalarType type, void *out);

/// The one for elements of type T: a kernel that names it has no other in its image.
template <typename T>
constexpr bool kReadsDouble = std::is_same_v<T, double> || std::is_same_v<T, Complex<double>>;
template <typename T>
constexpr ScalarReader kScalarReader = std::is_integral_v<T> ? read_integer
                                       : kReadsDouble<T>     ? read_double
                                                             : read_float;

template <typename T>
constexpr ScalarReader kConvertedReader = std::is_integral_v<T> ? read_converted : kScalarReader<T>;

template <typename T> bool read_scalar(Argument value, ComputeType<T> &out) {
  return kScalarReader<T>(value, DtypeOf<T>::value, &out);
}

/// The same for a Scalar that is an operand, as the second one of `mul.Scalar`, of a result of that
/// dtype. As in PyTorch, a number that the dtype cannot hold is none the less converted to it:
/// integers lose high bits, which are there behind those of the dtype, doubles become infinite.
/// False for one of a wider kind, which does not give such a result.
bool read_integer_operand(Argument value, ScalarType type, void *out);
bool read_float_operand(Argument value, ScalarType type, void *out);
template <typename T>
constexpr ScalarReader kOperandReader = std::is_integral_v<T> ? read_integer_operand
                                        : kReadsDouble<T>     ? read_double
                                                              : read_float_operand;

/// The dtype that a Scalar has in promotion, kNoNumber for what is none. The number is a Double
/// where that is Float, else a Long.
constexpr ScalarType kNoNumber = static_cast<ScalarType>(0x7f);
ScalarType take_number(Argument value, ScalarNumber &number);

/// Makes alpha its negative: `self - alpha * other` is `self + -alpha * other`.
void negate(ScalarNumber &number, ScalarType type);

/// The same for a dtype that is known only at run time; it has a number kind.
bool read_any(Argument value, ScalarType type, void *out);

} // namespace et::kernels
