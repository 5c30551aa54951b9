// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The logistic function 1 / (1 + exp(-x)) of a float, a double, or a complex number.

#pragma once

#include <cmath>

#include "et/complex.h"
#include "et/kernel.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

template <typename T> __attribute__((always_inline)) inline T sigmoid(T x) {
  return T(1) / (T(1) + std::exp(-x));
}

/// exp(z) / (1 + exp(z)), or the same with -z: whichever exponential is at most 1, so that nothing
/// overflows.
template <typename T> Complex<T> sigmoid(Complex<T> z) {
  bool positive = z.real > T(0);
  T magnitude = std::exp(positive ? -z.real : z.real);
  T angle = positive ? -z.imag : z.imag;
  Complex<T> w = {magnitude * std::cos(angle), magnitude * std::sin(angle)};
  Complex<T> numerator = positive ? Complex<T>(1) : w;
  Complex<T> denominator = Complex<T>(1) + w;
  T norm = denominator.real * denominator.real + denominator.imag * denominator.imag;
  Complex<T> product = numerator * Complex<T>(denominator.real, -denominator.imag);
  return {product.real / norm, product.imag / norm};
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
