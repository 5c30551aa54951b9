// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "log_line.h"

#include <cstdarg>
#include <cstring>

__attribute__((weak)) void et_pal_emit_log_message(const char *, size_t) {}

namespace et {

#if ET_LOG_ENABLED

void LogLine::append(const char *text, size_t length) {
  const size_t room = sizeof(text_) - length_;
  const bool cut = length > room;
  if (cut)
    length = room;
  memcpy(text_ + length_, text, length);
  length_ += length;
  if (cut)
    memcpy(text_ + sizeof(text_) - 3, "...", 3);
}

LogLine &LogLine::operator<<(const char *text) {
  // The C library's strlen is made for speed, and ten times as large.
  size_t length = 0;
  while (text[length] != '\0')
    ++length;
  append(text, length);
  return *this;
}

LogLine &LogLine::operator<<(size_t number) {
  char digits[20];
  size_t start = sizeof(digits);
  do {
    digits[--start] = static_cast<char>('0' + number % 10);
    number /= 10;
  } while (number != 0);
  append(digits + start, sizeof(digits) - start);
  return *this;
}

void log_message(const char *format, ...) {
  LogLine line;
  va_list args;
  va_start(args, format);
  for (; *format != '\0'; ++format) {
    if (*format != '%') {
      line.append(format, 1);
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
