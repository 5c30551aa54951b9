// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See compare.h. This file decodes Half and BFloat16 itself, because the tests also test the
// runtime's decoding.

#include "compare.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <sstream>

namespace kernel_cases {

namespace {

template <typename T> T read(const uint8_t *data) {
  T value;
  std::memcpy(&value, data, sizeof(value));
  return value;
}

double half_value(uint16_t bits) {
  int exponent = bits >> 10 & 0x1f;
  int mantissa = bits & 0x3ff;
  double magnitude = exponent == 31  ? (mantissa ? NAN : INFINITY)
                     : exponent == 0 ? std::ldexp(mantissa, -24)
                                     : std::ldexp(mantissa + 1024, exponent - 25);
  return bits & 0x8000 ? -magnitude : magnitude;
}

/// Decodes an element to 1 or 2 `values`. Returns the count, or 0 if the dtype is not decoded.
int parts(et::ScalarType dtype, const uint8_t *data, double *values) {
  switch (dtype) {
  case et::ScalarType::Half:
    values[0] = half_value(read<uint16_t>(data));
    return 1;
  case et::ScalarType::BFloat16: {
    const uint8_t bytes[4] = {0, 0, data[0], data[1]};
    values[0] = read<float>(bytes);
    return 1;
  }
  case et::ScalarType::Float:
    values[0] = read<float>(data);
    return 1;
  case et::ScalarType::Double:
    values[0] = read<double>(data);
    return 1;
  case et::ScalarType::ComplexFloat:
    values[0] = read<float>(data);
    values[1] = read<float>(data + 4);
    return 2;
  case et::ScalarType::ComplexDouble:
    values[0] = read<double>(data);
    values[1] = read<double>(data + 8);
    return 2;
  default:
    return 0;
  }
}

bool is_close(double got, double want, double margin) {
  if (std::isnan(want))
    return std::isnan(got);
  if (std::isinf(want) || std::isinf(got))
    return got == want;
  return std::fabs(got - want) <= margin;
}

std::string to_string(et::ScalarType dtype, const uint8_t *element) {
  double values[2];
  std::ostringstream out;
  out.precision(17);
  int count = parts(dtype, element, values);
  if (count == 0) {
    int64_t integer = 0;
    std::memcpy(&integer, element, et::element_size(dtype));
    unsigned unused_bits = 64 - 8 * static_cast<unsigned>(et::element_size(dtype));
    bool is_unsigned = dtype == et::ScalarType::Byte || dtype == et::ScalarType::Bool;
    if (!is_unsigned)
      integer = static_cast<int64_t>(static_cast<uint64_t>(integer) << unused_bits) >> unused_bits;
    out << integer;
  } else {
    out << values[0];
    if (count == 2)
      out << (std::signbit(values[1]) ? "" : "+") << values[1] << "i";
  }
  return out.str();
}

} // namespace

bool is_fill(const uint8_t *data, size_t size, uint8_t fill) {
  return std::all_of(data, data + size, [fill](uint8_t byte) { return byte == fill; });
}

bool is_near(et::ScalarType dtype, const uint8_t *got, const uint8_t *want, double rtol,
             double atol) {
  if (std::memcmp(got, want, et::element_size(dtype)) == 0)
    return true;
  if (dtype == et::ScalarType::Bool && *want != 0)
    return std::count(std::begin(kTrueBytes), std::end(kTrueBytes), *got) != 0;
  double g[2], w[2];
  int count = parts(dtype, got, g);
  if (count == 0)
    return false;
  parts(dtype, want, w);
  bool exact = rtol == 0 && atol == 0;
  // The larger magnitude of the parts of `want`, without infinities and NaNs.
  double size = 0;
  for (int i = 0; i < count; ++i)
    if (std::isfinite(w[i]))
      size = std::max(size, std::fabs(w[i]));
  for (int i = 0; i < count; ++i) {
    bool same_sign = std::signbit(g[i]) == std::signbit(w[i]) || std::isnan(w[i]);
    if (!is_close(g[i], w[i], atol + rtol * size) || (exact && !same_sign))
      return false;
  }
  return true;
}

std::string difference(const Argument &output, const uint8_t *got) {
  const size_t element = et::element_size(output.dtype);
  if (output.rtol < 0)
    return "";
  for (size_t at = 0; at < output.data.size(); at += element) {
    const uint8_t *want = output.data.data() + at;
    if (!is_near(output.dtype, got + at, want, output.rtol, output.atol))
      return "[" + std::to_string(at / element) + "] is " + to_string(output.dtype, got + at) +
             ", should be " + to_string(output.dtype, want);
  }
  return "";
}

std::string wrong_end(et::Error got, et::Error expected) {
  return "the call returned error " + std::to_string(static_cast<unsigned>(got)) + ", should be " +
         std::to_string(static_cast<unsigned>(expected));
}

} // namespace kernel_cases
