// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loop of clamp and hardtanh.

#pragma once

#include <type_traits>

#include "../common/activation.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// A NaN limit makes all elements NaN; a NaN element stays NaN. If low > high, the result is high.
template <typename T> void clamp_run(const ElementRun &run) {
  using Number = std::conditional_t<std::is_integral_v<T>, T, ComputeType<T>>;
  const auto *numbers = static_cast<const ScalarNumber *>(run.params);
  const Number low = static_cast<Number>(numbers[0].as<ComputeType<T>>());
  const Number high = static_cast<Number>(numbers[1].as<ComputeType<T>>());
  // `rest` is added to each result: NaN if a limit is NaN, otherwise -0 (0 for integers), which
  // changes no number. So the comparisons below need not handle NaN limits. Comparisons that handle
  // NaN limits compile to branches, and hosts would mispredict these branches.
  Number rest = 0;
  if constexpr (!std::is_integral_v<T>)
    rest = low != low ? low : high != high ? high : -rest;
  map_strided_run<T>(run, [low, high, rest](Number x) {
    x = low > x ? low : x;
    x = high < x ? high : x;
    return static_cast<T>(x + rest);
  });
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
