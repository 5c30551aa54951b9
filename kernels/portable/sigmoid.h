// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The logistic function 1 / (1 + exp(-x)) of a float or a double.

#pragma once

#include <cmath>

#include "et/kernel.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

template <typename T> __attribute__((always_inline)) inline T sigmoid(T x) {
  return T(1) / (T(1) + std::exp(-x));
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
