// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See machine.h. The answers of CPUID are stored, because in a virtual machine the instruction
// takes a microsecond. __builtin_cpu_supports is not used, because it would add a constructor to
// every image.
//
// If the compiler's flags allow AVX2, machine.h does not call has_avx2(). The function is defined
// all the same, because a kernel library that is compiled without these flags may call has_avx2().

#include "machine.h"

#if defined(__x86_64__)

#include <atomic>

#include <cpuid.h>

namespace et::kernels {

namespace {

bool has_features(unsigned features, unsigned saved) {
  features |= bit_OSXSAVE | bit_AVX;
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || (c & features) != features)
    return false;
  __asm__("xgetbv" : "=a"(a), "=d"(d) : "c"(0));
  return (a & saved) == saved;
}

bool ask_for_avx2() {
  constexpr unsigned saved = 6; // bits of XCR0: the system saves SSE and AVX registers
  unsigned a, b, c, d;
  return has_features(bit_FMA | bit_F16C, saved) && __get_cpuid_count(7, 0, &a, &b, &c, &d) &&
         (b & bit_AVX2);
}

bool ask_for_avx512_bf16() {
  constexpr unsigned saved = 0xe6; // SSE, AVX and mask registers, zmm0 to zmm31
  constexpr unsigned features = bit_AVX512F | bit_AVX512BW | bit_AVX512VL;
  unsigned a, b, c, d;
  return has_features(0, saved) && __get_cpuid_count(7, 0, &a, &b, &c, &d) &&
         (b & features) == features && __get_cpuid_count(7, 1, &a, &b, &c, &d) &&
         (a & bit_AVX512BF16);
}

enum : uint8_t { kUnknown, kLacks, kHas };
std::atomic<uint8_t> avx2, avx512_bf16; // zero-initialised to kUnknown

bool ask_once(std::atomic<uint8_t> &answer, bool (*ask)()) {
  uint8_t known = answer.load(std::memory_order_relaxed);
  if (known == kUnknown) {
    known = ask() ? kHas : kLacks;
    answer.store(known, std::memory_order_relaxed);
  }
  return known == kHas;
}

} // namespace

bool has_avx2() { return ask_once(avx2, ask_for_avx2); }
bool has_avx512_bf16() { return ask_once(avx512_bf16, ask_for_avx512_bf16); }

} // namespace et::kernels

#endif
