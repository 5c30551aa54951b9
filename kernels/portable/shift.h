// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that shift integers. `Shift::of(a, b)` shifts a by b. C++ computes small integers in a
// wider type; storing the result drops the bits that do not fit in the dtype.

#pragma once

#include <type_traits>

#include "../common/dtypes.h"
#include "../common/elementwise.h"
#include "mixed.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

template <typename Shift, typename T> void shift_run(const ElementRun &run) {
  using Number = NumberType<T>;
  zip_run<T>(run, [](Number a, Number b) { return static_cast<T>(Shift::of(a, b)); });
}

template <typename Shift> struct ShiftOf {
  template <typename T> static constexpr ElementRunFunction kRun = shift_run<Shift, T>;
  template <typename T>
  static constexpr ElementwiseKernel kTensors = elementwise<T>(kBinaryOut, kRun<T>);
  template <typename T>
  static constexpr ScalarKernel kScalar = scalar_kernel<T>(kBinaryOut, kRun<T>);
  static constexpr WideRuns kRuns = ET_WIDE_INTEGER_RUNS(kRun);
};

// `shift` is a ShiftOf<Shift>.
#define ET_SHIFT(op, shift, name, code, type)                                                      \
  ET_KERNEL(aten, op, name, "v1/" #code ";|*", ET_BINARY_SCHEMA(op, "Tensor")) {                   \
    zip(context, args, shift::kTensors<type>);                                                     \
  }
#define ET_SHIFT_BY_SCALAR(op, shift, name, code, type)                                            \
  ET_KERNEL(aten, op, name, "v1/" #code ";|*", ET_BINARY_SCHEMA(op, "Scalar")) {                   \
    zip_scalar(context, args, shift::kScalar<type>);                                               \
  }
#define ET_MIXED_SHIFT(op, shift)                                                                  \
  ET_KERNEL(aten, op, fallback, ET_KEY(IntegersAndBool, IntegersAndBool, Numbers),                 \
            ET_BINARY_SCHEMA(op, "Tensor")) {                                                      \
    mixed_zip(context, args, shift::kRuns, kWithoutBool);                                          \
  }
#define ET_MIXED_SHIFT_BY_SCALAR(op, shift)                                                        \
  ET_KERNEL(aten, op, fallback, ET_KEY(IntegersAndBool, Numbers),                                  \
            ET_BINARY_SCHEMA(op, "Scalar")) {                                                      \
    mixed_scalar(context, args, shift::kRuns, kWithoutBool);                                       \
  }

} // namespace et::kernels::ET_KERNEL_LIBRARY
