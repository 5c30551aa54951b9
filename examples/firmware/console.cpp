// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text is collected into lines, because every semihosting call stops the processor.

#include "console.h"

#include <cstring>

#include "semihosting.h"

Console out(1), err(2);

Console &Console::write(const char *text, size_t size) {
  for (size_t i = 0; i < size; ++i) {
    line_[used_++] = text[i];
    if (text[i] == '\n' || used_ == sizeof(line_)) {
      semihosting_write(file_, line_, used_);
      used_ = 0;
    }
  }
  return *this;
}

Console &Console::operator<<(const char *text) { return write(text, std::strlen(text)); }

Console &Console::write_unsigned(uint64_t number) {
  char digits[20];
  char *const end = digits + sizeof(digits);
  char *first = end;
  do
    *--first = static_cast<char>('0' + number % 10);
  while (number /= 10);
  return write(first, static_cast<size_t>(end - first));
}

Console &Console::write_hexadecimal(uint64_t number, int digits) {
  while (digits > 0)
    write_character("0123456789abcdef"[number >> 4 * --digits & 15]);
  return *this;
}

Console &Console::operator<<(double number) {
  if (number != number)
    return *this << "nan";
  uint64_t bits;
  std::memcpy(&bits, &number, sizeof(bits));
  if (bits >> 63) {
    write_character('-');
    number = -number;
  }
  if (number == 0)
    return *this << "0";
  if (number > 1.7976931348623157e308)
    return *this << "inf";

  // number = mantissa * 10^exponent, where 1e8 <= mantissa < 1e9: nine digits before the point.
  int exponent = 0;
  double mantissa = number;
  for (; mantissa >= 1e9; ++exponent)
    mantissa /= 10;
  for (; mantissa < 1e8; --exponent)
    mantissa *= 10;
  uint32_t rounded = static_cast<uint32_t>(mantissa + 0.5);
  if (rounded == 1000000000) {
    rounded = 100000000;
    ++exponent;
  }
  char digits[9];
  for (int i = 9; i-- > 0; rounded /= 10)
    digits[i] = static_cast<char>('0' + rounded % 10);
  size_t count = 9;
  while (count > 1 && digits[count - 1] == '0')
    --count;

  const int point = exponent + 9;
  if (point > -4 && point <= 0)
    return write("0.000", static_cast<size_t>(2 - point)).write(digits, count);
  const bool fixed = point > 0 && point <= 9;
  const size_t before_point = fixed ? static_cast<size_t>(point) : 1;
  write(digits, before_point);
  if (count > before_point)
    write_character('.').write(digits + before_point, count - before_point);
  return fixed ? *this : *this << "e" << point - 1;
}
