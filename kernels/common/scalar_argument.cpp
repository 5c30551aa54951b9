// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See scalar_argument.h. Each function has a section of its own, so that integer kernels do not
// bring floating point conversions into an image.

#include "scalar_argument.h"

#include <cstring>

#include "promotion.h"

namespace et::kernels {

bool read_integer(const EValue &value, int64_t low, int64_t high, int64_t &out) {
  if (value.isBool())
    out = value.toBool();
  else if (value.isInt())
    out = value.toInt();
  else
    return false;
  return low <= out && out <= high;
}

bool read_number(const EValue &value, double &out) {
  if (value.isDouble())
    out = value.toDouble();
  else if (value.isInt())
    out = static_cast<double>(value.toInt());
  else if (value.isBool())
    out = value.toBool();
  else
    return false;
  return true;
}

bool read_number(const EValue &value, float &out) {
  if (!value.isDouble()) {
    int64_t integer;
    if (!read_integer(value, INT64_MIN, INT64_MAX, integer))
      return false;
    out = static_cast<float>(integer);
    return true;
  }
  const double number = value.toDouble();
  out = static_cast<float>(number);
  // Infinity that was not one before means that a float cannot hold the value. The comparison is of
  // bits, since one of doubles takes library code where the core has none.
  uint64_t bits;
  std::memcpy(&bits, &number, sizeof(bits));
  constexpr uint64_t exponent = uint64_t(0x7ff) << 52;
  return __builtin_fabsf(out) != __builtin_inff() || (bits & exponent) == exponent;
}

bool read_scalar(const EValue &value, ScalarType type, Element &out) {
  out = {0, {0, 0}};
  if (number_kind(type) <= NumberKind::Integer) {
    if (!read_integer(value, INT64_MIN, INT64_MAX, out.integer))
      return false;
    return type == ScalarType::Bool || round_element(type, out).integer == out.integer ||
           (type == ScalarType::Byte && -UINT8_MAX <= out.integer && out.integer < 0);
  }
  if (type == ScalarType::Double || type == ScalarType::ComplexDouble)
    return read_number(value, out.number.real);
  float number;
  if (!read_number(value, number))
    return false;
  out.number.real = number;
  return true;
}

} // namespace et::kernels
