// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file descriptor that is closed with its owner.

#pragma once

#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

namespace etprune {

/// Ignores errors of close(). AtomicFiles, which must report them, closes its new files itself.
class Descriptor {
public:
  explicit Descriptor(int Number = -1) : Number(Number) {}
  Descriptor(Descriptor &&Other) noexcept : Number(std::exchange(Other.Number, -1)) {}
  Descriptor &operator=(Descriptor &&Other) noexcept {
    std::swap(Number, Other.Number);
    return *this;
  }
  ~Descriptor() {
    if (Number >= 0)
      ::close(Number);
  }
  explicit operator bool() const { return Number >= 0; }
  int operator*() const { return Number; }

private:
  int Number;
};

/// Closes all descriptors from a number on. Async-signal-safe.
inline void closeFrom(int First) {
  if (::syscall(SYS_close_range, First, ~0U, 0) != 0)
    for (; First < 4096; ++First) // Linux before 5.9 has no close_range
      ::close(First);
}

} // namespace etprune
