// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See machine.h. The processor is asked once, since a virtual machine takes a microsecond to
// answer. The compiler's __builtin_cpu_supports would bring an initialiser, which stays in an image
// without kernels that choose.
//
// The function is there for any x86-64, whatever this file's own flags: libraries may have others.

#include "machine.h"

#if defined(__x86_64__)

#include <atomic>

#include <cpuid.h>

namespace et::kernels {

namespace {

bool ask_processor() {
  constexpr unsigned features = bit_FMA | bit_F16C | bit_OSXSAVE | bit_AVX;
  constexpr unsigned saved = 6; // the registers' lower and upper halves
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || (c & features) != features)
    return false;
  __asm__("xgetbv" : "=a"(a), "=d"(d) : "c"(0));
  if ((a & saved) != saved)
    return false;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_AVX2);
}

enum : uint8_t { kUnknown, kLacks, kHas };
std::atomic<uint8_t> avx2; // kUnknown in zeroed memory, without an initialiser

} // namespace

bool has_avx2() {
  uint8_t known = avx2.load(std::memory_order_relaxed);
  if (known == kUnknown) {
    known = ask_processor() ? kHas : kLacks;
    avx2.store(known, std::memory_order_relaxed);
  }
  return known == kHas;
}

} // namespace et::kernels

#endif
