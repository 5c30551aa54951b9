// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A class that owns a file descriptor.

#pragma once

#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

namespace etprune {

/// The destructor closes the descriptor and ignores errors of close(). AtomicFiles must report
/// these errors, so AtomicFiles closes its new files itself.
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

/// Closes all descriptors from `First` upward. Async-signal-safe.
inline void closeFrom(int First) {
  if (::syscall(SYS_close_range, First, ~0U, 0) != 0)
    for (; First < 4096; ++First) // Linux before 5.9 has no close_range
      ::close(First);
}

} // namespace etprune
