// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A stand-in for ExecuTorch's header of values. As in ExecuTorch, the accessors are inline and
// abort on a wrong tag. Compiled kernels therefore contain the same COMDAT groups as ExecuTorch's
// kernels, and refer to runtime_abort().

#pragma once

#include <executorch/runtime/core/span.h>
#include <executorch/runtime/platform/abort.h>
#include <executorch/runtime/platform/platform.h>

namespace executorch::runtime {

namespace etensor {
enum class ScalarType : int8_t { Int = 3, Float = 6, Double = 7 };

struct Tensor {
  static constexpr size_t size = 4;
  float data[size];
};
} // namespace etensor

class KernelRuntimeContext {
public:
  void fail(Error error) { failure_ = error; }
  Error failure_state() const { return failure_; }

private:
  Error failure_ = Error::Ok;
};

enum class Tag : uint32_t { None, Tensor, Double, Int, Bool };

class EValue {
public:
  EValue() = default;
  explicit EValue(int64_t value) : tag(Tag::Int) { payload.as_int = value; }
  explicit EValue(double value) : tag(Tag::Double) { payload.as_double = value; }
  explicit EValue(bool value) : tag(Tag::Bool) { payload.as_bool = value; }
  explicit EValue(etensor::Tensor *value) : tag(Tag::Tensor) { payload.as_tensor = value; }

  int64_t toInt() const {
    check(Tag::Int);
    return payload.as_int;
  }
  double toDouble() const {
    if (tag == Tag::Int)
      return static_cast<double>(payload.as_int);
    check(Tag::Double);
    return payload.as_double;
  }
  bool toBool() const {
    check(Tag::Bool);
    return payload.as_bool;
  }
  etensor::Tensor &toTensor() & {
    check(Tag::Tensor);
    return *payload.as_tensor;
  }

  Tag tag = Tag::None;
  union {
    int64_t as_int;
    double as_double;
    bool as_bool;
    etensor::Tensor *as_tensor;
  } payload = {};

private:
  void check(Tag expected) const {
    if (tag != expected)
      runtime_abort();
  }
};

} // namespace executorch::runtime
