// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Part of a stand-in for ExecuTorch's headers (test/executorch/Inputs/include/README.md): the
// values of a program. The items of a list are values, which its accessor takes out.

#pragma once

#include <executorch/runtime/core/exec_aten/exec_aten.h>

#include <new>

namespace executorch {
namespace runtime {

struct EValue;

enum class Tag : uint32_t {
  None,
  Tensor,
  String,
  Double,
  Int,
  Bool,
  ListBool,
  ListDouble,
  ListInt,
  ListTensor,
  ListScalar,
  ListOptionalTensor,
};

template <typename T> class BoxedEvalueList {
public:
  BoxedEvalueList(EValue **values, T *items, int size)
      : values_(values), items_(items), size_(static_cast<size_t>(size)) {}
  aten::ArrayRef<T> get() const;

private:
  EValue **values_;
  T *items_;
  size_t size_;
};

using OptionalTensor = aten::optional<aten::Tensor>;

struct EValue {
  union Payload {
    union {
      int64_t as_int;
      double as_double;
      bool as_bool;
      aten::ArrayRef<char> *as_string;
      aten::ArrayRef<bool> *as_bools;
      aten::ArrayRef<double> *as_doubles;
      BoxedEvalueList<int64_t> *as_ints;
      BoxedEvalueList<aten::Tensor> *as_tensors;
      BoxedEvalueList<OptionalTensor> *as_optional_tensors;
    } copyable_union;
    aten::Tensor as_tensor;
    Payload() { copyable_union.as_int = 0; }
  } payload;
  Tag tag = Tag::None;

  EValue() = default;
  EValue(int64_t value) : tag(Tag::Int) { payload.copyable_union.as_int = value; }
  EValue(double value) : tag(Tag::Double) { payload.copyable_union.as_double = value; }
  EValue(bool value) : tag(Tag::Bool) { payload.copyable_union.as_bool = value; }
  EValue(aten::Tensor value) : tag(Tag::Tensor) { new (&payload.as_tensor) aten::Tensor(value); }
  EValue(aten::ArrayRef<char> *value) : tag(Tag::String) {
    payload.copyable_union.as_string = value;
  }
  EValue(aten::ArrayRef<bool> *value) : tag(Tag::ListBool) {
    payload.copyable_union.as_bools = value;
  }
  EValue(aten::ArrayRef<double> *value) : tag(Tag::ListDouble) {
    payload.copyable_union.as_doubles = value;
  }
  EValue(BoxedEvalueList<int64_t> *value) : tag(Tag::ListInt) {
    payload.copyable_union.as_ints = value;
  }
  EValue(BoxedEvalueList<aten::Tensor> *value) : tag(Tag::ListTensor) {
    payload.copyable_union.as_tensors = value;
  }
  EValue(BoxedEvalueList<OptionalTensor> *value) : tag(Tag::ListOptionalTensor) {
    payload.copyable_union.as_optional_tensors = value;
  }
  template <typename T> explicit EValue(T *) = delete;

  bool isNone() const { return tag == Tag::None; }
  bool isTensor() const { return tag == Tag::Tensor; }
  bool isInt() const { return tag == Tag::Int; }
  bool isDouble() const { return tag == Tag::Double; }
  bool isBool() const { return tag == Tag::Bool; }
  bool isScalar() const { return isInt() || isDouble() || isBool(); }
  bool isString() const { return tag == Tag::String; }
  bool isIntList() const { return tag == Tag::ListInt; }
  bool isBoolList() const { return tag == Tag::ListBool; }
  bool isDoubleList() const { return tag == Tag::ListDouble; }
  bool isTensorList() const { return tag == Tag::ListTensor; }
  bool isListOptionalTensor() const { return tag == Tag::ListOptionalTensor; }

  const aten::Tensor &toTensor() const {
    ET_CHECK_MSG(isTensor(), "a tensor");
    return payload.as_tensor;
  }
  int64_t toInt() const {
    ET_CHECK_MSG(isInt(), "an int");
    return payload.copyable_union.as_int;
  }
  double toDouble() const {
    ET_CHECK_MSG(isDouble(), "a double");
    return payload.copyable_union.as_double;
  }
  bool toBool() const {
    ET_CHECK_MSG(isBool(), "a bool");
    return payload.copyable_union.as_bool;
  }
  std::string_view toString() const {
    ET_CHECK_MSG(isString(), "a string");
    return {payload.copyable_union.as_string->data(), payload.copyable_union.as_string->size()};
  }
  aten::ArrayRef<bool> toBoolList() const {
    ET_CHECK_MSG(isBoolList(), "a list of bools");
    return *payload.copyable_union.as_bools;
  }
  aten::ArrayRef<double> toDoubleList() const {
    ET_CHECK_MSG(isDoubleList(), "a list of doubles");
    return *payload.copyable_union.as_doubles;
  }
  aten::ArrayRef<int64_t> toIntList() const {
    ET_CHECK_MSG(isIntList(), "a list of ints");
    return payload.copyable_union.as_ints->get();
  }
  aten::ArrayRef<aten::Tensor> toTensorList() const {
    ET_CHECK_MSG(isTensorList(), "a list of tensors");
    return payload.copyable_union.as_tensors->get();
  }
  aten::ArrayRef<OptionalTensor> toListOptionalTensor() const {
    ET_CHECK_MSG(isListOptionalTensor(), "a list of optional tensors");
    return payload.copyable_union.as_optional_tensors->get();
  }
};

inline int64_t item_of(const EValue *value, int64_t *) { return value->toInt(); }
inline aten::Tensor item_of(const EValue *value, aten::Tensor *) { return value->toTensor(); }
inline OptionalTensor item_of(const EValue *value, OptionalTensor *) {
  return !value || value->isNone() ? OptionalTensor() : OptionalTensor(value->toTensor());
}

template <typename T> aten::ArrayRef<T> BoxedEvalueList<T>::get() const {
  for (size_t i = 0; i < size_; ++i)
    new (&items_[i]) T(item_of(values_[i], items_));
  return {items_, size_};
}

} // namespace runtime
} // namespace executorch
