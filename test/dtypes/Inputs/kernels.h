// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The helpers of the kernels: switches over dtypes, promotion, loads with conversion.

#pragma once

#include <executorch/runtime/core/evalue.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>

#ifdef WITH_LOG
namespace executorch::runtime {
enum class LogLevel : uint8_t { Debug, Info, Error, Fatal };
namespace internal {
void vlogf(LogLevel level, uint64_t timestamp, const char *file, const char *function, size_t line,
           const char *format, __builtin_va_list arguments);
inline void logf(LogLevel level, uint64_t timestamp, const char *file, const char *function,
                 size_t line, const char *format, ...) {
  __builtin_va_list arguments;
  __builtin_va_start(arguments, format);
  vlogf(level, timestamp, file, function, line, format, arguments);
  __builtin_va_end(arguments);
}
} // namespace internal
} // namespace executorch::runtime
#define LOG(text)                                                                                  \
  executorch::runtime::internal::logf(executorch::runtime::LogLevel::Error, 0, __FILE__, __func__, \
                                      __LINE__, text)
#else
#define LOG(text) (void)0
#endif

namespace torch::executor {

using executorch::runtime::Error;
using executorch::runtime::KernelRuntimeContext;
using executorch::runtime::Span;
using executorch::runtime::etensor::ScalarType;
using executorch::runtime::etensor::Tensor;
using executorch::runtime::etensor::TensorImpl;

/// Bit `i` is set if the kernels are compiled for the dtype with the number `i`.
#ifndef ONLY_DTYPES
#define ONLY_DTYPES ~0ull
#endif

template <typename T> struct Type {
  using type = T;
};

template <ScalarType dtype, typename T, typename Function>
inline void call_for(Function &&function) {
  ET_INTERNAL_CHECK_SELECTIVE_BUILD(dtype);
  if constexpr ((ONLY_DTYPES) >> static_cast<int>(dtype) & 1)
    function(Type<T>());
  else
    executorch::runtime::runtime_abort();
}

template <typename Function> inline void dispatch(ScalarType dtype, Function &&function) {
  switch (dtype) {
  case ScalarType::Byte:
    return call_for<ScalarType::Byte, uint8_t>(function);
  case ScalarType::Int:
    return call_for<ScalarType::Int, int32_t>(function);
  case ScalarType::Long:
    return call_for<ScalarType::Long, int64_t>(function);
  case ScalarType::Float:
    return call_for<ScalarType::Float, float>(function);
  case ScalarType::Double:
    return call_for<ScalarType::Double, double>(function);
  case ScalarType::Bool:
    return call_for<ScalarType::Bool, bool>(function);
  }
  executorch::runtime::runtime_abort();
}

inline ScalarType promote(ScalarType a, ScalarType b) {
  if (a == b)
    return a;
  if (a == ScalarType::Bool)
    return b;
  return b == ScalarType::Bool || static_cast<int>(a) > static_cast<int>(b) ? a : b;
}

/// Loads an element and converts it. As in ExecuTorch, each pair of types has a function.
template <typename To> using Load = To (*)(const void *, int32_t);
template <typename To> Load<To> load_as(ScalarType dtype) {
  Load<To> result = nullptr;
  dispatch(dtype, [&](auto type) {
    using From = typename decltype(type)::type;
    result = [](const void *data, int32_t i) {
      return static_cast<To>(static_cast<const From *>(data)[i]);
    };
  });
  return result;
}

} // namespace torch::executor
