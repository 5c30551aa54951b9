// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loop of clamp and hardtanh.

#pragma once

#include <type_traits>

#include "activation.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// A limit that is NaN makes all elements NaN, and an element that is stays so. Where the limits
/// have the wrong order, the upper one counts.
template <typename T> void clamp_run(const ElementRun &run) {
  using Number = std::conditional_t<std::is_integral_v<T>, T, ComputeType<T>>;
  const auto *numbers = static_cast<const ScalarNumber *>(run.params);
  const Number low = static_cast<Number>(numbers[0].as<ComputeType<T>>());
  const Number high = static_cast<Number>(numbers[1].as<ComputeType<T>>());
  map_strided_run<T>(run, [low, high](Number x) {
    if constexpr (std::is_integral_v<T>) {
      x = x < low ? low : x;
      return x > high ? high : x;
    } else {
      x = x >= low || x != x ? x : low;
      return static_cast<T>(x <= high || x != x ? x : high);
    }
  });
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
