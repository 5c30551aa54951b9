// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chooses vector loops for the processor that runs the program. Every x86-64 has 16-byte vectors;
// most also have AVX2 (32-byte vectors) and FMA. Each loop is compiled twice, for the compiler's
// flags and for AVX2, and each call chooses one of the two copies. A loop is compiled only once if
// the flags allow AVX2, or if ET_KERNELS_AVX2 is off in CMake. Loops over Half or BFloat16 are also
// compiled once, because their conversions exist only for one vector size (vector.h).
//
// A loop is a class template with a function template over the vector size. All functions that a
// loop calls must be inlined (ET_ALWAYS_INLINE). A function that is not inlined would be compiled
// without AVX2, and without AVX2 the calling convention for 32-byte vectors is different.
//
//     template <typename T> struct Loop {
//       template <size_t bytes> ET_ALWAYS_INLINE static void run(const ElementRun &run) { ... }
//     };
//     elementwise<T>(kUnaryOut, machine_run<T, Loop<T>>)
//
// docs/decisions.md says why there is only one library for all x86-64 processors.

#pragma once

#include "vector.h"
#include "walk.h"

#if defined(__x86_64__) && !defined(__AVX2__) && !defined(ET_KERNELS_WITHOUT_AVX2)
#define ET_CHOOSES_MACHINE 1
#else
#define ET_CHOOSES_MACHINE 0
#endif

namespace et::kernels {

/// For lambdas that a loop calls.
#define ET_INLINED __attribute__((always_inline))
/// For functions that contain a loop: inlines all functions that the loop calls.
#define ET_WHOLE_LOOP __attribute__((flatten, noinline))
#define ET_WHOLE_LOOP_AVX2 __attribute__((target("avx2,fma,f16c"), flatten))

#if defined(__x86_64__)
bool has_avx2();
/// True if processor and operating system support AVX512 BF16, F, BW and VL.
bool has_avx512_bf16();
#endif

#if ET_CHOOSES_MACHINE
template <typename Loop, typename... Args>
ET_WHOLE_LOOP_AVX2 void run_with_avx2(const Args &...args) {
  Loop::template run<32>(args...);
}
#endif

template <typename Loop, typename... Args> ET_WHOLE_LOOP void run_as_compiled(const Args &...args) {
  Loop::template run<kVectorBytes>(args...);
}

template <typename T, typename Loop, typename... Args> void run_on_machine(const Args &...args) {
#if ET_CHOOSES_MACHINE
  if constexpr (!kIsShortFloat<T>)
    if (has_avx2())
      return run_with_avx2<Loop>(args...);
#endif
  run_as_compiled<Loop>(args...);
}

template <typename T, typename Loop> void machine_run(const ElementRun &run) {
  run_on_machine<T, Loop>(run);
}

} // namespace et::kernels
