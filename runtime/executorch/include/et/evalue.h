// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arguments of a kernel's call, in a program built with ExecuTorch: handles to ExecuTorch's
// values, with the interface of runtime/include/et/evalue.h. ExecuTorch ends the program if a
// kernel calls to...() for a value of another kind.
//
// Kernels work on the host's memory. isTensor() is false for a tensor in a device's memory.
// isTensorList() and isListOptionalTensor() are false for a list that contains a tensor in a
// device's memory. So a kernel rejects the value like any value of a wrong kind. Only the operators
// et_copy::_h2d_copy and _d2h_copy accept device tensors.

#pragma once

#include <executorch/runtime/core/evalue.h>
#include <executorch/runtime/core/span.h>

#include <type_traits>

#include "et/scalar.h"
#include "et/span.h"
#include "et/tensor.h"

namespace et {

class TensorList {
public:
  using Optional = executorch::aten::optional<executorch::aten::Tensor>;
  explicit TensorList(executorch::aten::ArrayRef<executorch::aten::Tensor> items)
      : tensors_(items.data()), size_(items.size()) {}
  explicit TensorList(executorch::aten::ArrayRef<Optional> items)
      : optionals_(items.data()), size_(items.size()) {}

  size_t size() const { return size_; }
  /// Returns an undefined tensor if the item is None.
  Tensor operator[](size_t index) const {
    if (tensors_)
      return Tensor(tensors_[index]);
    return optionals_[index].has_value() ? Tensor(*optionals_[index]) : Tensor();
  }
  __attribute__((noinline)) bool is_on_host() const {
    bool result = true;
    for (size_t i = 0; i < size_; ++i) {
      const Tensor item = (*this)[i];
      result = result && (!item.defined() || item.is_on_host());
    }
    return result;
  }

private:
  const executorch::aten::Tensor *tensors_ = nullptr;
  const Optional *optionals_ = nullptr;
  size_t size_;
};

class EValue {
public:
  explicit EValue(executorch::runtime::EValue &value) : value_(&value) {}

  bool isNone() const { return value_->isNone(); }
  bool isTensor() const { return value_->isTensor() && toTensor().is_on_host(); }
  bool isDeviceTensor() const { return value_->isTensor() && !toTensor().is_on_host(); }
  bool isInt() const { return value_->isInt(); }
  bool isDouble() const { return value_->isDouble(); }
  bool isBool() const { return value_->isBool(); }
  bool isScalar() const { return value_->isScalar(); }
  bool isString() const { return value_->isString(); }
  bool isIntList() const { return value_->isIntList(); }
  bool isBoolList() const { return value_->isBoolList(); }
  bool isDoubleList() const { return value_->isDoubleList(); }
  bool isTensorList() const { return value_->isTensorList() && toTensorList().is_on_host(); }
  bool isListOptionalTensor() const {
    return value_->isListOptionalTensor() && toTensorList().is_on_host();
  }

  Tensor toTensor() const { return Tensor(value_->toTensor()); }
  int64_t toInt() const { return value_->toInt(); }
  double toDouble() const { return value_->toDouble(); }
  bool toBool() const { return value_->toBool(); }
  Scalar toScalar() const {
    if (isDouble())
      return Scalar(toDouble());
    if (isBool())
      return Scalar(toBool());
    return Scalar(toInt());
  }
  Span<const char> toString() const { return span<char>(value_->toString()); }
  Span<const int64_t> toIntList() const { return span<int64_t>(value_->toIntList()); }
  Span<const bool> toBoolList() const { return span<bool>(value_->toBoolList()); }
  Span<const double> toDoubleList() const { return span<double>(value_->toDoubleList()); }
  TensorList toTensorList() const {
    return value_->isTensorList() ? TensorList(value_->toTensorList())
                                  : TensorList(value_->toListOptionalTensor());
  }

private:
  template <typename T, typename List> static Span<const T> span(List list) {
    return {list.data(), list.size()};
  }

  executorch::runtime::EValue *value_;
};

/// Functions take an EValue by value, because a reference would force its pointer into memory.
using Argument = EValue;

class Args {
  using Values = executorch::runtime::Span<executorch::runtime::EValue *>;

public:
  explicit Args(const Values &values) : values_(values) {}
  size_t size() const { return values_.size(); }
  // At -Os gcc would not inline this function, although a call takes more code.
  __attribute__((always_inline)) EValue operator[](size_t index) const {
    return EValue(*values_.data()[index]);
  }
  template <typename Number> void set(size_t index, Number value) const {
    *values_.data()[index] = executorch::runtime::EValue(value);
  }
  void set(size_t index, Tensor value) const {
    *values_.data()[index] =
        executorch::runtime::EValue(executorch::aten::Tensor(value.unsafeGetTensorImpl()));
  }

private:
  /// A copy on 64-bit machines, where a span is passed in two registers. A reference on 32-bit
  /// machines, where gcc would store a copy to the stack before each call.
  std::conditional_t<sizeof(void *) == 8, const Values, const Values &> values_;
};

} // namespace et
