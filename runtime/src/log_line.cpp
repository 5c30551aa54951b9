// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "log_line.h"

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
  append(text, strlen(text));
  return *this;
}

LogLine &LogLine::operator<<(Span<const char> text) {
  append(text.data(), text.size());
  return *this;
}

LogLine &LogLine::operator<<(uint64_t number) {
  char digits[20];
  size_t start = sizeof(digits);
  do {
    digits[--start] = static_cast<char>('0' + number % 10);
    number /= 10;
  } while (number != 0);
  append(digits + start, sizeof(digits) - start);
  return *this;
}

#endif

} // namespace et
