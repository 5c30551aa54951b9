// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loop of neg, which negates all numbers, and of abs, which negates the negative numbers.

#pragma once

#include "number_bits.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// The loop changes an element if (bits & test) == when. The loop then flips the bits in `flip` and
/// adds `add`. For an integer, the loop flips all bits and adds 1. For a floating point number, the
/// loop flips the sign and adds 0.
template <typename Bits> struct NegateKernel : ElementwiseKernel {
  Bits test;
  Bits when;
  Bits flip;
  Bits add;
};

template <typename Bits> void negate_run(const ElementRun &run) {
  const auto &kernel =
      *static_cast<const NegateKernel<Bits> *>(static_cast<const ElementwiseKernel *>(run.params));
  const Bits test = kernel.test;
  const Bits when = kernel.when;
  const Bits flip = kernel.flip;
  const Bits add = kernel.add;
  map_run<Bits>(run, [=](Bits bits) {
    return (bits & test) == when ? static_cast<Bits>((bits ^ flip) + add) : bits;
  });
}

template <typename T>
constexpr NegateKernel<typename NumberBits<T>::Bits>
negate_kernel(typename NumberBits<T>::Bits test, typename NumberBits<T>::Bits when) {
  using Number = NumberBits<T>;
  return {elementwise<T>(kUnaryOut, negate_run<typename Number::Bits>), test, when,
          Number::kIsFloating ? Number::kTop : Number::kAll, !Number::kIsFloating};
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
