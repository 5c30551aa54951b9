// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "elements.h"

#include <cstdio>
#include <type_traits>

#include "et/bfloat16.h"
#include "et/complex.h"
#include "et/half.h"

using et::ScalarType;

namespace {

template <typename Action> void with_elements(et::Tensor tensor, Action action) {
  void *const data = tensor.mutable_data_ptr();
  const size_t count = tensor.numel();
  switch (tensor.scalar_type()) {
  case ScalarType::Char:
  case ScalarType::QInt8:
    return action(static_cast<int8_t *>(data), count);
  case ScalarType::Short:
    return action(static_cast<int16_t *>(data), count);
  case ScalarType::Int:
  case ScalarType::QInt32:
    return action(static_cast<int32_t *>(data), count);
  case ScalarType::Long:
    return action(static_cast<int64_t *>(data), count);
  case ScalarType::Half:
    return action(static_cast<et::Half *>(data), count);
  case ScalarType::BFloat16:
    return action(static_cast<et::BFloat16 *>(data), count);
  case ScalarType::Float:
    return action(static_cast<float *>(data), count);
  case ScalarType::Double:
    return action(static_cast<double *>(data), count);
  case ScalarType::ComplexFloat: // two parts per number
    return action(static_cast<float *>(data), 2 * count);
  case ScalarType::ComplexDouble:
    return action(static_cast<double *>(data), 2 * count);
  default:
    return action(static_cast<uint8_t *>(data), tensor.nbytes());
  }
}

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

} // namespace

void fill_with_ramp(et::Tensor tensor) {
  const bool is_bool = tensor.scalar_type() == ScalarType::Bool;
  with_elements(tensor, [&](auto *elements, size_t count) {
    using T = std::remove_pointer_t<decltype(elements)>;
    for (size_t i = 0; i < count; ++i) {
      if constexpr (std::is_integral_v<T>)
        elements[i] = static_cast<T>(i % (is_bool ? 2 : 10));
      else
        elements[i] = static_cast<T>(
            count == 1 ? 0.0F : 2 * static_cast<float>(i) / static_cast<float>(count - 1) - 1);
    }
  });
}

void print_shape(et::Tensor tensor) {
  std::printf("%s [", dtype_name(tensor.scalar_type()));
  for (size_t d = 0; d < tensor.dim(); ++d)
    std::printf("%s%ld", d == 0 ? "" : ", ", static_cast<long>(tensor.size(d)));
  std::printf("]");
}

void print_elements(et::Tensor tensor) {
  with_elements(tensor, [](auto *elements, size_t count) {
    using T = std::remove_pointer_t<decltype(elements)>;
    std::printf("[");
    for (size_t i = 0; i < count; ++i) {
      const char *const separator = i == 0 ? "" : ", ";
      if constexpr (std::is_integral_v<T>)
        std::printf("%s%lld", separator, static_cast<long long>(elements[i]));
      else // enough digits to tell a number from its neighbours
        std::printf("%s%.*g", separator, sizeof(T) == 8 ? 17 : 9, static_cast<double>(elements[i]));
    }
    std::printf("]\n");
  });
}
