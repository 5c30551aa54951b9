// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random numbers for the operators that take some: PCG32 (M. E. O'Neill, "PCG: A Family of Simple
// Fast Space-Efficient Statistically Good Algorithms for Random Number Generation", 2014), with the
// output function XSH RR, a state of 64 bits and one stream. It is no source of secrets.
//
// A program that sets the state gets the same numbers each time, on every machine:
//
//     extern "C" uint64_t et_random_state;
//     et_random_state = seed;
//
// It is 0 when a program starts, so that without a seed the numbers are the same after each start.
// The operators of all methods share it, and so must not run at the same time in several threads.

#pragma once

#include <cstdint>

#include "../common/dtypes.h"
#include "et/kernel.h"

extern "C" uint64_t et_random_state;

namespace et::kernels::ET_KERNEL_LIBRARY {

/// 32 bits that are random each.
uint32_t random_bits();

/// A number in [0, 1): one of those of equal distance that the type's digits make.
template <typename T> T random_uniform() {
  if constexpr (sizeof(T) == sizeof(double)) {
    const uint32_t high = random_bits() >> 5;
    const uint32_t low = random_bits() >> 6;
    return static_cast<T>((high * 0x1p26 + low) * 0x1p-53);
  } else {
    return static_cast<T>(static_cast<float>(random_bits() >> 8) * 0x1p-24F);
  }
}

/// An operator that fills an output of the sizes args[0] with random numbers of the dtype.
struct RandomKernel {
  ScalarType dtype;
  void (*write_two)(char *elements); // one after another
};
void random(KernelRuntimeContext &context, Args args, const RandomKernel &kernel);

} // namespace et::kernels::ET_KERNEL_LIBRARY
