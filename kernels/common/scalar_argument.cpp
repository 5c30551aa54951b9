// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See scalar_argument.h. Each function has a section of its own, so that integer kernels do not
// bring floating point conversions into an image.

#include "scalar_argument.h"

#include <cstring>

#include "promotion.h"
#include "to_float.h"

namespace et::kernels {

/// The value of an Int or Bool argument; false for anything else.
static bool read_int64(Argument value, int64_t &out) {
  if (value.isBool())
    out = value.toBool();
  else if (value.isInt())
    out = value.toInt();
  else
    return false;
  return true;
}

bool read_integer(Argument value, ScalarType type, void *out) {
  int64_t integer;
  if (!read_int64(value, integer))
    return false;
  if (type == ScalarType::Bool) {
    integer = integer != 0;
  } else if (type != ScalarType::Long) {
    const unsigned bits = 8 * static_cast<unsigned>(element_size(type));
    const bool is_unsigned = type == ScalarType::Byte;
    const int64_t high = (int64_t(1) << (is_unsigned ? bits : bits - 1)) - 1;
    if (integer > high || integer < -high - !is_unsigned)
      return false;
  }
  // The low bits come first.
  std::memcpy(out, &integer, type == ScalarType::Long ? sizeof(int64_t) : sizeof(int32_t));
  return true;
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
    // Infinity that was not one before means that a float cannot hold the value. The comparison is
    // of bits, since one of doubles takes library code where the core has none.
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

bool read_any(Argument value, ScalarType type, void *out) {
  if (number_kind(type) <= NumberKind::Integer)
    return read_integer(value, type, out);
  if (type == ScalarType::Double || type == ScalarType::ComplexDouble)
    return read_double(value, type, out);
  return read_float(value, type, out);
}

} // namespace et::kernels
