// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See element.h.

#include "element.h"

#include "dtypes.h"

namespace et::ET_KERNEL_LIBRARY {

namespace {

template <typename T> void load_as(const void *data, Element &value) {
  value.integer = *static_cast<const T *>(data);
  value.number.real = static_cast<double>(value.integer);
}

} // namespace

Element load_element(ScalarType type, const void *data) {
  Element value = {0, {0, 0}};
  switch (type) {
#define LOAD(name, code, ctype)                                                                    \
  case ScalarType::name:                                                                           \
    load_as<ctype>(data, value);                                                                   \
    break;
    ET_FORALL_INTEGER_DTYPES(LOAD)
    ET_FORALL_BOOL_DTYPE(LOAD)
#undef LOAD
#define LOAD(name, code, ctype)                                                                    \
  case ScalarType::name:                                                                           \
    value.number.real = *static_cast<const ctype *>(data);                                         \
    break;
    ET_FORALL_FLOAT_DTYPES(LOAD)
#undef LOAD
  case ScalarType::ComplexFloat:
    value.number.real = static_cast<const float *>(data)[0];
    value.number.imag = static_cast<const float *>(data)[1];
    break;
  case ScalarType::ComplexDouble:
    value.number = *static_cast<const Complex<double> *>(data);
    break;
  default:
    break;
  }
  return value;
}

void store_element(ScalarType type, void *data, const Element &value) {
  switch (type) {
#define STORE(name, code, ctype)                                                                   \
  case ScalarType::name:                                                                           \
    *static_cast<ctype *>(data) = static_cast<ctype>(value.integer);                               \
    break;
    ET_FORALL_INTEGER_DTYPES(STORE)
    ET_FORALL_BOOL_DTYPE(STORE)
#undef STORE
  case ScalarType::Half:
    *static_cast<Half *>(data) = Half(static_cast<float>(value.number.real));
    break;
  case ScalarType::BFloat16:
    *static_cast<BFloat16 *>(data) = BFloat16(static_cast<float>(value.number.real));
    break;
  case ScalarType::ComplexFloat:
    static_cast<float *>(data)[1] = static_cast<float>(value.number.imag);
    [[fallthrough]];
  case ScalarType::Float:
    *static_cast<float *>(data) = static_cast<float>(value.number.real);
    break;
  case ScalarType::Double:
    *static_cast<double *>(data) = value.number.real;
    break;
  case ScalarType::ComplexDouble:
    *static_cast<Complex<double> *>(data) = value.number;
    break;
  default:
    break;
  }
}

Element round_element(ScalarType type, const Element &value) {
  alignas(Complex<double>) char buffer[sizeof(Complex<double>)];
  store_element(type, buffer, value);
  // The rounding must go through memory: gcc 12, when it vectorises the two parts of a complex
  // number, takes the conversion to float and back for nothing.
  __asm__ volatile("" : : "r"(buffer) : "memory");
  return load_element(type, buffer);
}

} // namespace et::ET_KERNEL_LIBRARY
