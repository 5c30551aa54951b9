// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See scalar_argument.h. Each function has its own section, so that an image of integer kernels has
// no floating point conversions.

#include "scalar_argument.h"

#include <cstring>

#include "promotion.h"
#include "to_float.h"

namespace et::kernels {

static bool read_int64(Argument value, int64_t &out) {
  if (value.isBool())
    out = value.toBool();
  else if (value.isInt())
    out = value.toInt();
  else
    return false;
  return true;
}

static bool store_integer(int64_t integer, ScalarType type, void *out) {
  if (type == ScalarType::Bool) {
    integer = integer != 0;
  } else if (type != ScalarType::Long) {
    const unsigned bits = 8 * static_cast<unsigned>(element_size(type));
    const bool is_unsigned = type == ScalarType::Byte;
    const int64_t high = (int64_t(1) << (is_unsigned ? bits : bits - 1)) - 1;
    if (integer > high || integer < -high - !is_unsigned)
      return false;
  }
  // All supported machines are little-endian, so `out` gets the low bytes of the integer.
  std::memcpy(out, &integer, type == ScalarType::Long ? sizeof(int64_t) : sizeof(int32_t));
  return true;
}

bool read_integer(Argument value, ScalarType type, void *out) {
  int64_t integer;
  return read_int64(value, integer) && store_integer(integer, type, out);
}

bool read_converted(Argument value, ScalarType type, void *out) {
  if (!value.isDouble())
    return read_integer(value, type, out);
  const double number = value.toDouble();
  int64_t integer = number != 0;
  if (type != ScalarType::Bool) {
    const bool is_signed = type != ScalarType::Byte;
    const unsigned bits = 8 * static_cast<unsigned>(element_size(type)) - is_signed;
    const double limit = static_cast<double>(uint64_t(1) << bits);
    // For Long, limit - 1 is rounded to `limit`, so the second comparison is needed.
    if (!(number <= limit - 1 && number < limit && number >= (is_signed ? -limit : 0)))
      return false;
    integer = static_cast<int64_t>(number);
  }
  std::memcpy(out, &integer, type == ScalarType::Long ? sizeof(int64_t) : sizeof(int32_t));
  return true;
}

bool read_truncated(Argument value, ScalarType type, void *out) {
  int64_t integer;
  if (value.isDouble()) {
    const double number = value.toDouble();
    constexpr double end = 9223372036854775808.0;
    if (!(number >= -end && number < end))
      return false;
    integer = static_cast<int64_t>(number);
  } else if (!read_int64(value, integer)) {
    return false;
  }
  return (type != ScalarType::Byte || integer >= 0) && store_integer(integer, type, out);
}

bool read_double(Argument value, ScalarType type, void *out) {
  double number;
  int64_t integer;
  if (value.isDouble())
    number = value.toDouble();
  else if (read_int64(value, integer))
    number = static_cast<double>(integer);
  else
    return false;
  const double parts[] = {number, 0};
  std::memcpy(out, parts, type == ScalarType::ComplexDouble ? sizeof(parts) : sizeof(number));
  return true;
}

bool read_float(Argument value, ScalarType type, void *out) {
  float parts[] = {0, 0};
  int64_t integer;
  if (value.isDouble()) {
    const double number = value.toDouble();
    parts[0] = static_cast<float>(number);
    // A finite double that becomes an infinite float is out of range. The code tests bits, because
    // comparing doubles would link a library function on cores that have no FPU for doubles.
    uint64_t bits;
    std::memcpy(&bits, &number, sizeof(bits));
    constexpr uint64_t exponent = uint64_t(0x7ff) << 52;
    if (__builtin_fabsf(parts[0]) == __builtin_inff() && (bits & exponent) != exponent)
      return false;
  } else if (read_int64(value, integer)) {
    parts[0] = round_to_float(integer);
  } else {
    return false;
  }
  std::memcpy(out, parts, type == ScalarType::ComplexFloat ? sizeof(parts) : sizeof(float));
  return true;
}

bool read_integer_operand(Argument value, ScalarType type, void *out) {
  int64_t integer;
  if (!read_int64(value, integer) || (type == ScalarType::Bool && !value.isBool()))
    return false;
  std::memcpy(out, &integer, sizeof(integer)); // little-endian: the low bytes come first
  return true;
}

bool read_float_operand(Argument value, ScalarType, void *out) {
  float parts[] = {0, 0};
  int64_t integer;
  if (value.isDouble())
    parts[0] = static_cast<float>(value.toDouble());
  else if (read_int64(value, integer))
    parts[0] = round_to_float(integer);
  else
    return false;
  std::memcpy(out, parts, sizeof(parts)); // `out` has room for a complex number
  return true;
}

ScalarType take_number(Argument value, ScalarNumber &number) {
  if (value.isDouble()) {
    number.as<double>() = value.toDouble();
    return ScalarType::Float;
  }
  if (!read_int64(value, number.as<int64_t>()))
    return kNoNumber;
  return value.isBool() ? ScalarType::Bool : ScalarType::Long;
}

void negate(ScalarNumber &number, ScalarType type) {
  // For floating point, flips the sign bit. Callers pass real numbers, so imaginary parts stay 0.
  uint64_t bits;
  std::memcpy(&bits, number.bytes, sizeof(bits));
  if (number_kind(type) <= NumberKind::Integer)
    bits = 0 - bits;
  else if (type == ScalarType::Double || type == ScalarType::ComplexDouble)
    bits ^= uint64_t(1) << 63;
  else
    bits ^= uint64_t(1) << 31;
  std::memcpy(number.bytes, &bits, sizeof(bits));
}

bool read_any(Argument value, ScalarType type, void *out) {
  if (number_kind(type) <= NumberKind::Integer)
    return read_integer(value, type, out);
  if (type == ScalarType::Double || type == ScalarType::ComplexDouble)
    return read_double(value, type, out);
  return read_float(value, type, out);
}

} // namespace et::kernels
