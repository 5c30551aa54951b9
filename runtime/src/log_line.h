// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A LogLine composes one message. Its destructor passes the message to et_pal_emit_log_message:
//
//     LogLine() << "value " << index << " is not a tensor";
//
// For a constant format, a call of log_message takes less code. log_message knows only printf's %s
// and %zu; the compiler checks the arguments:
//
//     log_message("value %zu is not a tensor", index);
//
// The formatting is our own, because printf can be larger than the whole runtime in a small image.
// -DET_LOG_ENABLED=0 removes every message from the image.

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
  LogLine() {} // NOLINT(modernize-use-equals-default): `= default` would zero text_
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
