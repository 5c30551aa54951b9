// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Weak definitions for programs on bare metal. Some define symbols of the C++ library, for links
// without that library. The others are the system calls that newlib needs.

#include <cstddef>

#define ET_WEAK __attribute__((weak))

extern "C" {
ET_WEAK void *__dso_handle = nullptr;
ET_WEAK void __cxa_pure_virtual() { __builtin_trap(); }
}

ET_WEAK void operator delete(void *, size_t) noexcept { __builtin_trap(); }
ET_WEAK void operator delete(void *) noexcept { __builtin_trap(); }

#ifdef __arm__
extern "C" {
[[noreturn]] void _exit(int status);
ET_WEAK void *_sbrk(ptrdiff_t size) {
  alignas(8) static char heap[131072];
  static size_t used = 0;
  if (used + static_cast<size_t>(size) > sizeof(heap))
    return reinterpret_cast<void *>(-1);
  char *const start = heap + used;
  used += static_cast<size_t>(size);
  return start;
}
ET_WEAK int _close(int) { return -1; }
ET_WEAK int _fstat(int, void *) { return -1; }
ET_WEAK int _getpid() { return 1; }
ET_WEAK int _isatty(int) { return 0; }
ET_WEAK int _lseek(int, int, int) { return -1; }
ET_WEAK int _read(int, char *, int) { return -1; }
ET_WEAK int _write(int, const char *, int) { return -1; }
ET_WEAK int _kill(int, int) { _exit(134); }
}
#endif
