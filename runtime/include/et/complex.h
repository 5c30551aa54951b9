// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Complex numbers, the element types of ComplexFloat and ComplexDouble tensors. std::complex is not
// used: its multiplication calls a library routine that repairs products of infinities, which costs
// code and is not what PyTorch computes.

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
  Complex &operator+=(Complex other) { return *this = *this + other; }
};

} // namespace et
