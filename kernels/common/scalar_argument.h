// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Readers convert a scalar argument (alpha, beta) to the type in which the kernel computes, for
// example float for Half and BFloat16. A number out of range is an error, except where a comment
// below says otherwise.

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
/// number, or if the number is out of the dtype's range. Numbers for Half and BFloat16 may have the
/// range of float. Integer dtypes accept no floating point value. Byte accepts a negative value as
/// two's complement, as in PyTorch. A complex `out` gets the imaginary part 0, because scalars in
/// programs are never complex.
using ScalarReader = bool (*)(Argument value, ScalarType type, void *out);
bool read_integer(Argument value, ScalarType type, void *out);
bool read_float(Argument value, ScalarType type, void *out);
bool read_double(Argument value, ScalarType type, void *out);

/// Like read_integer, but accepts a floating point value and drops the fraction. Returns false if
/// the value with its fraction is out of the dtype's range: Char does not accept 127.5. A Bool
/// becomes true unless the value is 0.
bool read_converted(Argument value, ScalarType type, void *out);

/// Reads a limit, such as the limits of hardtanh, for an integer dtype. Drops the fraction of a
/// floating point value. Byte accepts no negative integer.
bool read_truncated(Argument value, ScalarType type, void *out);

template <typename T>
constexpr bool kReadsDouble = std::is_same_v<T, double> || std::is_same_v<T, Complex<double>>;
/// Selects the reader at compile time, so that an image has only the readers that its kernels use.
template <typename T>
constexpr ScalarReader kScalarReader = std::is_integral_v<T> ? read_integer
                                       : kReadsDouble<T>     ? read_double
                                                             : read_float;

template <typename T>
constexpr ScalarReader kConvertedReader = std::is_integral_v<T> ? read_converted : kScalarReader<T>;

template <typename T> bool read_scalar(Argument value, ComputeType<T> &out) {
  return kScalarReader<T>(value, DtypeOf<T>::value, &out);
}

/// These functions read a Scalar operand, such as `other` of mul.Scalar. `type` is the dtype of the
/// result. As in PyTorch, an integer loses the bits beyond the dtype's size, and a double out of
/// float's range becomes infinite. The functions return false if the number's kind (promotion.h) is
/// wider than the kind of `type`, because the result would then have another dtype.
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

/// Negates alpha, so that sub can use the code of add.
void negate(ScalarNumber &number, ScalarType type);

/// A ScalarReader for a dtype known only at run time: integer, floating point, complex or Bool.
bool read_any(Argument value, ScalarType type, void *out);

} // namespace et::kernels
