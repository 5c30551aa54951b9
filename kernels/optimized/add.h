// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// self + alpha * other on vectors; `sub` uses the same loop with -alpha.

#pragma once

#include "../common/alpha.h"
#include "vector_run.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

constexpr uint8_t kAddOut = 3; ///< the arguments are self, other, alpha, out

/// The product is rounded before the sum, so that results equal the portable library's results.
template <typename T, typename Other> struct AddLoop {
  template <size_t bytes> ET_ALWAYS_INLINE static void run(const ElementRun &run) {
    using Number = Lane<T>;
    const Number alpha =
        static_cast<Number>(static_cast<const ScalarNumber *>(run.params)->as<ComputeType<T>>());
    if (alpha == Number(1))
      return zip_vectors<T, bytes, Other>(run, [](auto a, auto b) ET_INLINED { return a + b; });
    zip_vectors<T, bytes, Other>(run, [alpha](auto a, auto b)
                                          ET_INLINED { return a + rounded(b * alpha); });
  }
};

template <typename T>
constexpr AddKernel kAddTensors = {elementwise<T>(kAddOut, machine_run<T, AddLoop<T, T>>),
                                   kScalarReader<T>};
template <typename T>
constexpr AddScalarKernel kAddScalar = {
    scalar_kernel<T>(kAddOut, machine_run<T, AddLoop<T, ScalarElement<T>>>), kScalarReader<T>};

} // namespace et::kernels::ET_KERNEL_LIBRARY
