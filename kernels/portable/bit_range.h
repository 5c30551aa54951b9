// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// isinf, isnan and logical_not test if a number is infinite, NaN or zero. If the sign bit is
// cleared, the bits of the wanted numbers, read as an integer, are in one range.

#pragma once

#include "number_bits.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// The result is true if `bits & mask` is in [first, first + count), where `bits` is the element's
/// bit pattern.
template <typename Bits> struct BitRangeKernel : ElementwiseKernel {
  Bits mask;
  Bits first;
  Bits count;
};

template <typename Bits> void bit_range_run(const ElementRun &run) {
  const auto &kernel = *static_cast<const BitRangeKernel<Bits> *>(
      static_cast<const ElementwiseKernel *>(run.params));
  const Bits mask = kernel.mask;
  const Bits first = kernel.first;
  const Bits count = kernel.count;
  map_run<Bits, bool>(run,
                      [=](Bits bits) { return static_cast<Bits>((bits & mask) - first) < count; });
}

/// The kernel ignores the sign bit of floating point numbers.
template <typename T>
constexpr BitRangeKernel<typename NumberBits<T>::Bits>
bit_range_kernel(typename NumberBits<T>::Bits first, typename NumberBits<T>::Bits count) {
  using Number = NumberBits<T>;
  return {elementwise<T, bool>(kUnaryOut, bit_range_run<typename Number::Bits>), Number::kMagnitude,
          first, count};
}

/// Fills the output with false, because no integer and no Bool is infinite or NaN.
void no_integer(KernelRuntimeContext &context, Args args);

// `kernel<type>` is the dtype's BitRangeKernel. ET_NO_INTEGER serves integers and Bool.
#define ET_IS_IN_RANGE(op, kernel, name, code, type)                                               \
  ET_KERNEL(aten, op, name, "v1/" #code ";|11;",                                                   \
            #op "(Tensor self, *, Tensor(a!) out) -> Tensor(a!)") {                                \
    map(context, args, kernel<type>);                                                              \
  }
#define ET_NO_INTEGER(op)                                                                          \
  ET_KERNEL(aten, op, fallback, ET_KEY(IntegersAndBool, Bool),                                     \
            #op "(Tensor self, *, Tensor(a!) out) -> Tensor(a!)") {                                \
    no_integer(context, args);                                                                     \
  }

} // namespace et::kernels::ET_KERNEL_LIBRARY
