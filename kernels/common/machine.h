// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops over vectors for the machine that a program runs on. Any x86-64 has vectors of 16 bytes,
// most have AVX2 with 32 bytes and fused products. Where the compiler's flags do not allow it, a
// loop is compiled twice, as it is and for AVX2, and each call chooses; where they do (-march=
// x86-64-v3), or ET_KERNELS_AVX2 is off in CMake, there is one. Half and BFloat16 have one, too.
//
// A loop is a class with a template of the vectors' size. What it calls must be inlined
// (ET_ALWAYS_INLINE): a function of its own would be compiled for any x86-64, and takes 32 bytes by
// another convention.
//
//     template <typename T> struct Loop {
//       template <size_t bytes> ET_ALWAYS_INLINE static void run(const ElementRun &run) { ... }
//     };
//     elementwise<T>(1, machine_run<T, Loop<T>>)
//
// Why not libraries for each machine, or Highway's dynamic dispatch: docs/decisions.md.

#pragma once

#include "vector.h"
#include "walk.h"

#if defined(__x86_64__) && !defined(__AVX2__) && !defined(ET_KERNELS_WITHOUT_AVX2)
#define ET_CHOOSES_MACHINE 1
#else
#define ET_CHOOSES_MACHINE 0
#endif

namespace et::kernels {

/// Lambdas that loops call.
#define ET_INLINED __attribute__((always_inline))
/// Functions that are loops, with all that they call.
#define ET_WHOLE_LOOP __attribute__((flatten, noinline))
#define ET_WHOLE_LOOP_AVX2 __attribute__((target("avx2,fma,f16c"), flatten))

#if defined(__x86_64__)
/// Whether the machine, and its operating system, have AVX2, FMA and F16C.
bool has_avx2();
/// Whether they have AVX512-BF16, with vectors of 64 and 32 bytes and their elements' masks.
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

/// Runs a loop over elements of type T.
template <typename T, typename Loop, typename... Args> void run_on_machine(const Args &...args) {
#if ET_CHOOSES_MACHINE
  if constexpr (!kIsShortFloat<T>)
    if (has_avx2())
      return run_with_avx2<Loop>(args...);
#endif
  run_as_compiled<Loop>(args...);
}

/// The same as an operator's run function.
template <typename T, typename Loop> void machine_run(const ElementRun &run) {
  run_on_machine<T, Loop>(run);
}

} // namespace et::kernels
