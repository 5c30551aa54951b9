// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scalar arguments (alpha, beta) as numbers of the type that a kernel computes in: float for Half
// and BFloat16. A value that the dtype cannot hold is an error: a value is never changed silently.

#pragma once

#include <type_traits>

#include "dtypes.h"
#include "et/kernel.h"

namespace et::kernels {

struct ScalarNumber {
  alignas(16) char bytes[16];

  template <typename T> const T &as() const { return *reinterpret_cast<const T *>(bytes); }
  template <typename T> T &as() { return *reinterpret_cast<T *>(bytes); }
};

/// Writes `value` to `out`, in the compute type of the dtype `type`. Returns false if `value` is no
/// number or the dtype cannot hold it. Integer dtypes accept no floating point value. As in
/// PyTorch, unsigned dtypes accept a negative value as its two's complement. Scalars in programs
/// are never complex.
using ScalarReader = bool (*)(Argument value, ScalarType type, void *out);
bool read_integer(Argument value, ScalarType type, void *out);
bool read_float(Argument value, ScalarType type, void *out);
bool read_double(Argument value, ScalarType type, void *out);

/// For integer dtypes in operators that accept a floating point value: drops the fraction. Returns
/// false if the integer is out of the dtype's range. A Bool becomes true unless the value is 0.
bool read_converted(Argument value, ScalarType type, void *out);

/// For limits (clamp) of integer dtypes: drops the fraction of a floating point value. Unsigned
/// dtypes accept no negative value.
bool read_truncated(Argument value, ScalarType type, void *out);

template <typename T>
constexpr bool kReadsDouble = std::is_same_v<T, double> || std::is_same_v<T, Complex<double>>;
/// The reader for elements of type T. A template variable, so that an image contains only the
/// readers of its kernels.
template <typename T>
constexpr ScalarReader kScalarReader = std::is_integral_v<T> ? read_integer
                                       : kReadsDouble<T>     ? read_double
                                                             : read_float;

template <typename T>
constexpr ScalarReader kConvertedReader = std::is_integral_v<T> ? read_converted : kScalarReader<T>;

template <typename T> bool read_scalar(Argument value, ComputeType<T> &out) {
  return kScalarReader<T>(value, DtypeOf<T>::value, &out);
}

/// For a Scalar operand, such as `other` of mul.Scalar; `type` is the dtype of the result. As in
/// PyTorch, integers lose the high bits beyond the dtype's size, and doubles become infinite. The
/// readers return false for a number of a wider kind, because it would change the dtype of the
/// result.
bool read_integer_operand(Argument value, ScalarType type, void *out);
bool read_float_operand(Argument value, ScalarType type, void *out);
template <typename T>
constexpr ScalarReader kOperandReader = std::is_integral_v<T> ? read_integer_operand
                                        : kReadsDouble<T>     ? read_double
                                                              : read_float_operand;

constexpr ScalarType kNoNumber = static_cast<ScalarType>(0x7f);
/// Returns the dtype that stands for a Scalar in type promotion, or kNoNumber if the argument is no
/// number. `number` becomes a Double for floating point Scalars, else a Long.
ScalarType take_number(Argument value, ScalarNumber &number);

/// Used for alpha, because `self - alpha * other` is `self + -alpha * other`.
void negate(ScalarNumber &number, ScalarType type);

/// A ScalarReader for a dtype known only at run time. The dtype must have a number kind.
bool read_any(Argument value, ScalarType type, void *out);

} // namespace et::kernels
