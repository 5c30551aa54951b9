// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// fill_with_pattern() and print_element() share one switch from dtype to C++ type. Dtypes without a
// C++ type (bits, Float8) are treated as bytes.

#include "elements.h"

#include <cstdint>
#include <cstring>

#include "console.h"
#include "et/bfloat16.h"
#include "et/complex.h"
#include "et/half.h"

using et::ScalarType;

namespace {

/// Calls `action` with a null `T *`, where T is the C++ type of the dtype's elements.
template <typename Action> void with_element_type(ScalarType type, Action action) {
  switch (type) {
  case ScalarType::Byte:
  case ScalarType::QUInt8:
    return action(static_cast<uint8_t *>(nullptr));
  case ScalarType::Char:
  case ScalarType::QInt8:
    return action(static_cast<int8_t *>(nullptr));
  case ScalarType::Short:
    return action(static_cast<int16_t *>(nullptr));
  case ScalarType::Int:
  case ScalarType::QInt32:
    return action(static_cast<int32_t *>(nullptr));
  case ScalarType::Long:
    return action(static_cast<int64_t *>(nullptr));
  case ScalarType::UInt16:
    return action(static_cast<uint16_t *>(nullptr));
  case ScalarType::UInt32:
    return action(static_cast<uint32_t *>(nullptr));
  case ScalarType::UInt64:
    return action(static_cast<uint64_t *>(nullptr));
  case ScalarType::Bool:
    return action(static_cast<bool *>(nullptr));
  case ScalarType::Half:
    return action(static_cast<et::Half *>(nullptr));
  case ScalarType::BFloat16:
    return action(static_cast<et::BFloat16 *>(nullptr));
  case ScalarType::Float:
    return action(static_cast<float *>(nullptr));
  case ScalarType::Double:
    return action(static_cast<double *>(nullptr));
  case ScalarType::ComplexHalf:
    return action(static_cast<et::Complex<et::Half> *>(nullptr));
  case ScalarType::ComplexFloat:
    return action(static_cast<et::Complex<float> *>(nullptr));
  case ScalarType::ComplexDouble:
    return action(static_cast<et::Complex<double> *>(nullptr));
  default:
    return action(static_cast<uint8_t *>(nullptr));
  }
}

template <typename T> void store(T &element, int step) { element = static_cast<T>(step); }
void store(bool &element, int step) { element = step & 1; }
void store(float &element, int step) { element = static_cast<float>(step) * 0.25f; }
void store(double &element, int step) { element = step * 0.25; }
void store(et::Half &element, int step) { element = et::Half(static_cast<float>(step) * 0.25f); }
void store(et::BFloat16 &element, int step) {
  element = et::BFloat16(static_cast<float>(step) * 0.25f);
}
template <typename T> void store(et::Complex<T> &element, int step) {
  store(element.real, step);
  store(element.imag, -step);
}

template <typename T> void print(T value) { out << value; }
void print_with_bits(double value, uint64_t bits, int digits) {
  out << value << " 0x";
  out.write_hexadecimal(bits, digits);
}
void print(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  print_with_bits(value, bits, 16);
}
void print(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  print_with_bits(static_cast<double>(value), bits, 8);
}
void print(et::Half value) {
  print_with_bits(static_cast<double>(static_cast<float>(value)), value.bits, 4);
}
void print(et::BFloat16 value) {
  print_with_bits(static_cast<double>(static_cast<float>(value)), value.bits, 4);
}
template <typename T> void print(et::Complex<T> value) {
  print(value.real);
  out << " + ";
  print(value.imag);
  out << " i";
}

} // namespace

const char *dtype_name(ScalarType type) {
  switch (type) {
#define DTYPE_NAME(name, code, size)                                                               \
  case ScalarType::name:                                                                           \
    return #name;
    ET_FORALL_DTYPES(DTYPE_NAME)
#undef DTYPE_NAME
  }
  return "unknown dtype";
}

void fill_with_pattern(ScalarType type, void *data, size_t count, size_t seed) {
  with_element_type(type, [=](auto *element_type) {
    auto *elements = static_cast<decltype(element_type)>(data);
    for (size_t i = 0; i < count; ++i)
      store(elements[i], static_cast<int>((5 * i + 3 * seed) % 17) - 8);
  });
}

void print_element(ScalarType type, const void *data, size_t index) {
  with_element_type(type, [=](auto *element_type) {
    print(*(static_cast<decltype(element_type)>(const_cast<void *>(data)) + index));
  });
}
