// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "log_line.h"

#include <cstdarg>

__attribute__((weak)) void et_pal_emit_log_message(const char *, size_t) {}

namespace et {

#if ET_LOG_ENABLED

// Copies single characters, because C libraries optimise strlen and memcpy for speed, not size.
void LogLine::append(char c) {
  if (length_ != sizeof(text_))
    text_[length_++] = c;
  else
    for (size_t i = 1; i <= 3; ++i) // a truncated message ends in "..."
      text_[sizeof(text_) - i] = '.';
}

LogLine &LogLine::operator<<(const char *text) {
  while (*text != '\0')
    append(*text++);
  return *this;
}

LogLine &LogLine::operator<<(size_t number) {
  char digits[20];
  size_t count = 0;
  do {
    digits[count++] = static_cast<char>('0' + number % 10);
    number /= 10;
  } while (number != 0);
  while (count != 0)
    append(digits[--count]);
  return *this;
}

void log_message(const char *format, ...) {
  LogLine line;
  va_list args;
  va_start(args, format);
  for (; *format != '\0'; ++format) {
    if (*format != '%') {
      line.append(*format);
    } else if (*++format == 's') {
      line << va_arg(args, const char *);
    } else { // zu
      ++format;
      line << va_arg(args, size_t);
    }
  }
  va_end(args);
}

#endif

} // namespace et
