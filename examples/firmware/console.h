// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes text and numbers to stdout and stderr, a line at a time. printf is not used, because its
// floating-point part is larger than the kernels of a small model.

#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

class Console {
public:
  /// `file` is 1 for stdout, 2 for stderr.
  constexpr explicit Console(int file) : file_(file) {}

  Console &operator<<(const char *text);
  template <typename T, std::enable_if_t<std::is_integral_v<T>, int> = 0>
  Console &operator<<(T number) {
    if (number < T(0))
      return write_character('-').write_unsigned(-static_cast<uint64_t>(number));
    return write_unsigned(static_cast<uint64_t>(number));
  }
  /// Writes nine significant digits, without trailing zeros. The last digit may be off by one.
  Console &operator<<(double number);

  Console &write(const char *text, size_t size);
  /// Writes the lowest `digits` hexadecimal digits.
  Console &write_hexadecimal(uint64_t number, int digits);

private:
  Console &write_character(char character) { return write(&character, 1); }
  Console &write_unsigned(uint64_t number);

  int file_;
  char line_[80] = {};
  size_t used_ = 0;
};

extern Console out, err;
