// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What C++ wants of a machine without an operating system, where the link has no C++ library.

#include <cstddef>

#define ET_WEAK __attribute__((weak))

extern "C" {
ET_WEAK void *__dso_handle = nullptr;
ET_WEAK void __cxa_pure_virtual() { __builtin_trap(); }
}

// The delegate is no heap object; its virtual destructor refers to this all the same.
ET_WEAK void operator delete(void *, size_t) noexcept { __builtin_trap(); }
ET_WEAK void operator delete(void *) noexcept { __builtin_trap(); }
