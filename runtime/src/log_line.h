// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Composes one message and emits it when the full expression ends:
//
//     LogLine() << "value " << index << " is not a tensor";
//
// It has its own number formatting because printf would cost a small image more than the runtime
// itself. -DET_LOG_ENABLED=0 leaves every message out of the image.

#pragma once

#include <cstddef>
#include <cstdint>

#include "et/log.h"
#include "et/span.h"

#ifndef ET_LOG_ENABLED
#define ET_LOG_ENABLED 1
#endif

namespace et {

#if ET_LOG_ENABLED

class LogLine {
public:
  LogLine() = default;
  LogLine(const LogLine &) = delete;
  LogLine &operator=(const LogLine &) = delete;
  ~LogLine() { et_pal_emit_log_message(text_, length_); }

  LogLine &operator<<(const char *text);
  LogLine &operator<<(Span<const char> text);
  LogLine &operator<<(uint64_t number);

private:
  void append(const char *text, size_t length);

  char text_[256];
  size_t length_ = 0;
};

#else

class LogLine {
public:
  template <typename T> LogLine &operator<<(const T &) { return *this; }
};

#endif

} // namespace et
