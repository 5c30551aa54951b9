// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random numbers: PCG32 (M. E. O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically
// Good Algorithms for Random Number Generation", 2014), with the output function XSH RR, 64 bits of
// state and one stream. The numbers are not cryptographically secure.
//
// A program that sets the state gets the same numbers each time, on every machine:
//
//     extern "C" uint64_t et_random_state;
//     et_random_state = seed;
//
// The state is 0 at program start, so without a seed each run of the program gives the same
// numbers. All random operators share the state, so they must not run in several threads at the
// same time.

#pragma once

#include <cstdint>

#include "../common/dtypes.h"
#include "et/kernel.h"

extern "C" uint64_t et_random_state;

namespace et::kernels::ET_KERNEL_LIBRARY {

uint32_t random_bits();

/// Returns a multiple of 2^-n in [0, 1), where n is 53 for double and 24 for float.
template <typename T> T random_uniform() {
  if constexpr (sizeof(T) == sizeof(double)) {
    const uint32_t high = random_bits() >> 5;
    const uint32_t low = random_bits() >> 6;
    return static_cast<T>((high * 0x1p26 + low) * 0x1p-53);
  } else {
    return static_cast<T>(static_cast<float>(random_bits() >> 8) * 0x1p-24F);
  }
}

struct RandomKernel {
  ScalarType dtype;
  void (*write_two)(char *elements); ///< two, because randn computes numbers in pairs
};
void random(KernelRuntimeContext &context, Args args, const RandomKernel &kernel);

} // namespace et::kernels::ET_KERNEL_LIBRARY
