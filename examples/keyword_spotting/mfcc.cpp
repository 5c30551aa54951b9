// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mfcc.h"

#include <cstdint>

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Reads a number such as -12.5, without an exponent, and moves `next` to the number's end. Returns
/// false for more than 15 digits, because a double holds only 15 digits exactly.
bool parse_number(const char *&next, const char *end, float &number) {
  const bool is_negative = next < end && *next == '-';
  next += is_negative;
  uint64_t digits = 0;
  double divisor = 1;
  int count = 0;
  bool has_point = false;
  for (; next < end && (is_digit(*next) || (*next == '.' && !has_point)); ++next) {
    if (*next == '.') {
      has_point = true;
      continue;
    }
    digits = digits * 10 + static_cast<uint64_t>(*next - '0');
    if (has_point)
      divisor *= 10;
    if (++count > 15)
      return false;
  }
  const double value = static_cast<double>(digits) / divisor;
  number = static_cast<float>(is_negative ? -value : value);
  return count > 0;
}

bool is_separator(char c) { return c == ',' || c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

} // namespace

const char *parse_features(const char *text, size_t size, float (&features)[kFeatureCount]) {
  const char *next = text, *const end = text + size;
  size_t count = 0;
  for (;;) {
    while (next < end && is_separator(*next))
      ++next;
    if (next == end)
      break;
    if (count == kFeatureCount)
      return "the file has more than 490 numbers";
    if (!parse_number(next, end, features[count++]) || (next < end && !is_separator(*next)))
      return "the file has something that is not a number of at most 15 digits";
  }
  return count == kFeatureCount ? nullptr : "the file has fewer than 490 numbers";
}
