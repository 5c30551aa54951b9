// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Imitates ExecuTorch's values and tensors. The members have ExecuTorch's names and order, because
// et-narrow expects ExecuTorch's layout. The header of the same name in test/stock/Inputs has
// tensors without dtype, so this folder comes first on the include path.

#pragma once

#include <executorch/runtime/core/span.h>
#include <executorch/runtime/platform/abort.h>
#include <executorch/runtime/platform/platform.h>

namespace executorch::runtime {

namespace etensor {

enum class ScalarType : int8_t { Byte = 0, Int = 3, Long = 4, Float = 6, Double = 7, Bool = 11 };

class TensorImpl {
public:
  TensorImpl(ScalarType type, int32_t numel, void *data); // out of line, as in ExecuTorch
  int32_t numel() const { return numel_; }
  ScalarType scalar_type() const { return type_; }
  void *data() const { return data_; }

private:
  void *data_;
  int32_t numel_;
  const ScalarType type_;
};

class Tensor {
public:
  explicit Tensor(TensorImpl *impl) : impl_(impl) {}
  int32_t numel() const { return impl_->numel(); }
  ScalarType scalar_type() const { return impl_->scalar_type(); }
  template <typename T> T *data() const { return static_cast<T *>(impl_->data()); }

private:
  TensorImpl *impl_;
};

} // namespace etensor

class KernelRuntimeContext {
public:
  void fail(Error error) { failure_ = error; }
  Error failure_state() const { return failure_; }

private:
  [[maybe_unused]] void *event_tracer_ = nullptr;
  [[maybe_unused]] void *temp_allocator_ = nullptr;
  Error failure_ = Error::Ok;
};

enum class Tag : uint32_t { None, Tensor, String, Double, Int, Bool, ListTensor = 9 };

class EValue;

template <typename T> class BoxedEvalueList {
public:
  BoxedEvalueList(EValue **values, T *unwrapped, size_t size)
      : wrapped_vals_(values, size), unwrapped_vals_(unwrapped) {}
  Span<T> get() const; // out of line, as in ExecuTorch

private:
  Span<EValue *> wrapped_vals_;
  T *unwrapped_vals_;
};

template <> Span<etensor::Tensor> BoxedEvalueList<etensor::Tensor>::get() const;

class EValue {
public:
  EValue() {}
  explicit EValue(int64_t value) : tag(Tag::Int) { payload.as_int = value; }
  explicit EValue(etensor::TensorImpl *value) : tag(Tag::Tensor) {
    payload.as_tensor = etensor::Tensor(value);
  }
  explicit EValue(BoxedEvalueList<etensor::Tensor> *value) : tag(Tag::ListTensor) {
    payload.as_list = value;
  }

  int64_t toInt() const {
    check(Tag::Int);
    return payload.as_int;
  }
  const etensor::Tensor &toTensor() const {
    check(Tag::Tensor);
    return payload.as_tensor;
  }
  Span<etensor::Tensor> toTensorList() const {
    check(Tag::ListTensor);
    return payload.as_list->get();
  }

  union Payload {
    Payload() : as_int(0) {}
    int64_t as_int;
    etensor::Tensor as_tensor;
    BoxedEvalueList<etensor::Tensor> *as_list;
  } payload;
  Tag tag = Tag::None;

private:
  void check(Tag expected) const {
    if (tag != expected)
      runtime_abort();
  }
};

} // namespace executorch::runtime
