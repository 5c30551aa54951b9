// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The smaller and the larger of two elements. If one of the two elements is NaN, the result is NaN.

#pragma once

#include "../common/elementwise.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

template <typename T> T smaller(T a, T b) {
  const NumberType<T> x = a;
  return x < static_cast<NumberType<T>>(b) || x != x ? a : b;
}
template <typename T> T larger(T a, T b) {
  const NumberType<T> x = a;
  return x > static_cast<NumberType<T>>(b) || x != x ? a : b;
}

template <typename T> void minimum_run(const ElementRun &run) { zip_run<T>(run, smaller<T>); }
template <typename T> void maximum_run(const ElementRun &run) { zip_run<T>(run, larger<T>); }

} // namespace et::kernels::ET_KERNEL_LIBRARY
