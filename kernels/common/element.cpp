// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See element.h.

#include "element.h"

#include <type_traits>

#include "dtypes.h"

namespace et::kernels {

Element load_element(ScalarType type, const void *data) {
  Element value = {0, {0, 0}};
  visit_dtype(type, [&](auto dtype) {
    using T = typename decltype(dtype)::type;
    const T &element = *static_cast<const T *>(data);
    if constexpr (std::is_integral_v<T>) {
      value.integer = element;
      value.number.real = static_cast<double>(value.integer);
    } else if constexpr (kIsComplex<T>) {
      value.number.real = element.real;
      value.number.imag = element.imag;
    } else {
      value.number.real = element;
    }
  });
  return value;
}

void store_element(ScalarType type, void *data, const Element &value) {
  visit_dtype(type, [&](auto dtype) {
    using T = typename decltype(dtype)::type;
    using Compute = ComputeType<T>;
    T &element = *static_cast<T *>(data);
    if constexpr (std::is_integral_v<T>) {
      element = static_cast<T>(value.integer);
    } else if constexpr (kIsComplex<T>) {
      element.real = static_cast<decltype(element.real)>(value.number.real);
      element.imag = static_cast<decltype(element.imag)>(value.number.imag);
    } else {
      element = static_cast<T>(static_cast<Compute>(value.number.real));
    }
  });
}

Element round_element(ScalarType type, const Element &value) {
  alignas(Complex<double>) char buffer[sizeof(Complex<double>)];
  store_element(type, buffer, value);
  // The rounding must go through memory: gcc 12, when it vectorises the two parts of a complex
  // number, takes the conversion to float and back for nothing.
  __asm__ volatile("" : : "r"(buffer) : "memory");
  return load_element(type, buffer);
}

} // namespace et::kernels
