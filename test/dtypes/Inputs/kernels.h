// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Part of a small program with the shape of one that is built with ExecuTorch: what its kernels
// share. Switches over dtypes, promotion, loops that get what they compute as a closure, and a
// check by which a recompilation leaves dtypes out.

#pragma once

#include <executorch/runtime/core/evalue.h>

namespace torch {
namespace executor {

using executorch::runtime::Error;
using executorch::runtime::KernelRuntimeContext;
using executorch::runtime::Span;
using executorch::runtime::etensor::ScalarType;
using executorch::runtime::etensor::Tensor;
using executorch::runtime::etensor::TensorImpl;

/// The dtypes that a recompilation is for; else all.
#ifndef ONLY_DTYPES
#define ONLY_DTYPES ~0ull
#endif

template <typename T> struct Type {
  using type = T;
};

template <ScalarType dtype, typename T, typename Function>
inline void call_for(Function &&function) {
  if constexpr ((ONLY_DTYPES) >> static_cast<int>(dtype) & 1)
    function(Type<T>());
  else
    executorch::runtime::runtime_abort();
}

/// Calls a function with the type of a dtype's elements.
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

/// Elements of any dtype as another: a function for each pair of types, as ExecuTorch's.
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

} // namespace executor
} // namespace torch
