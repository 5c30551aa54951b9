// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Complex numbers, the elements of tensors of complex dtypes. The type is not std::complex, whose
// multiplication calls a library function that corrects products of infinities. The function costs
// code, and PyTorch does not correct such products.

#pragma once

namespace et {

template <typename T> struct Complex {
  T real;
  T imag;

  Complex() = default;
  constexpr Complex(T re, T im = T(0)) : real(re), imag(im) {}

  friend constexpr Complex operator+(Complex a, Complex b) {
    return {a.real + b.real, a.imag + b.imag};
  }
  friend constexpr Complex operator-(Complex a, Complex b) {
    return {a.real - b.real, a.imag - b.imag};
  }
  friend constexpr Complex operator*(Complex a, Complex b) {
    return {a.real * b.real - a.imag * b.imag, a.real * b.imag + a.imag * b.real};
  }
  /// Smith's algorithm. The textbook formula squares the divisor, which can overflow or underflow.
  friend constexpr Complex operator/(Complex a, Complex b) {
    const T re = b.real < 0 ? -b.real : b.real, im = b.imag < 0 ? -b.imag : b.imag;
    if (re == 0 && im == 0)
      return {a.real / re, a.imag / re};
    if (im > re) { // divide both by i
      a = {a.imag, -a.real};
      b = {b.imag, -b.real};
    }
    const T ratio = b.imag / b.real, scale = T(1) / (b.real + b.imag * ratio);
    return {(a.real + a.imag * ratio) * scale, (a.imag - a.real * ratio) * scale};
  }
  Complex &operator+=(Complex other) { return *this = *this + other; }
};

} // namespace et
