// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Composes one message and emits it when the full expression ends:
//
//     LogLine() << "value " << index << " is not a tensor";
//
// or, where the parts are known, with printf's words for strings and sizes, %s and %zu, of which it
// has no others:
//
//     log_message("value %zu is not a tensor", index);
//
// It has its own formatting because printf would cost a small image more than the runtime itself.
// -DET_LOG_ENABLED=0 leaves every message out of the image.
//
// Messages are one call with a format of `%s` and `%zu`, which the compiler checks as printf's:
// smaller than pieces joined by `<<`.

#pragma once

#include <cstddef>
#include <cstdint>

#include "et/log.h"

#ifndef ET_LOG_ENABLED
#define ET_LOG_ENABLED 1
#endif

namespace et {

#if ET_LOG_ENABLED

class LogLine {
public:
  LogLine() {} // NOLINT(modernize-use-equals-default): that would clear the text each time
  LogLine(const LogLine &) = delete;
  LogLine &operator=(const LogLine &) = delete;
  ~LogLine() { et_pal_emit_log_message(text_, length_); }

  LogLine &operator<<(const char *text);
  LogLine &operator<<(size_t number);

private:
  friend void log_message(const char *format, ...);
  void append(char c);

  char text_[256];
  size_t length_ = 0;
};

__attribute__((format(printf, 1, 2))) void log_message(const char *format, ...);

#else

template <typename... Args> void log_message(const char *, const Args &...) {}

class LogLine {
public:
  template <typename T> LogLine &operator<<(const T &) { return *this; }
};

#endif

} // namespace et
