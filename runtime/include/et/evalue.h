// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The values of a program, which kernels get as arguments. Tags and accessor names are
// ExecuTorch's. A kernel must call is...() before to...(), because to...() does not check the kind
// of the value.
//
// Kernels use only Args and the functions is...() and to...(). The reason is that the same kernels
// are compiled for ExecuTorch's values, which have other members (runtime/executorch/include).

#pragma once

#include <cstddef>
#include <cstdint>

#include "et/scalar.h"
#include "et/span.h"
#include "et/tensor.h"

namespace et {

enum class Tag : uint8_t {
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
  ListOptionalTensor,
};

class EValue;

/// `items` points to values of the program, because instructions can change these values.
/// toIntList() copies the current values of `items` to `unboxed`. Both arrays have `size` entries.
struct BoxedIntList {
  EValue **items;
  int64_t *unboxed;
  size_t size;
};

struct BoxedTensorList {
  EValue **items;
  size_t size;
};

/// operator[] returns an undefined tensor for an item that is None.
class TensorList {
public:
  explicit TensorList(const BoxedTensorList &list) : list_(list) {}
  size_t size() const { return list_.size; }
  Tensor operator[](size_t index) const;

private:
  BoxedTensorList list_;
};

struct EValueFields {
  union {
    int64_t as_int;
    double as_double;
    bool as_bool;
    TensorImpl *as_tensor;
    struct {
      const char *data;
      size_t size;
    } as_string;
    struct {
      const bool *data;
      size_t size;
    } as_bools;
    struct {
      const double *data;
      size_t size;
    } as_doubles;
    BoxedIntList *as_ints;
    BoxedTensorList *as_tensors;
  } payload;
  Tag tag;
};

class EValue : public EValueFields {
public:
  EValue() : EValue(Tag::None) { payload.as_int = 0; }
  explicit EValue(int64_t value) : EValue(Tag::Int) { payload.as_int = value; }
  explicit EValue(double value) : EValue(Tag::Double) { payload.as_double = value; }
  explicit EValue(bool value) : EValue(Tag::Bool) { payload.as_bool = value; }
  explicit EValue(Tensor value) : EValue(Tag::Tensor) {
    payload.as_tensor = value.unsafeGetTensorImpl();
  }
  explicit EValue(Span<const char> value) : EValue(Tag::String) {
    payload.as_string = {value.data(), value.size()};
  }
  explicit EValue(Span<const bool> value) : EValue(Tag::ListBool) {
    payload.as_bools = {value.data(), value.size()};
  }
  explicit EValue(Span<const double> value) : EValue(Tag::ListDouble) {
    payload.as_doubles = {value.data(), value.size()};
  }
  explicit EValue(BoxedIntList *value) : EValue(Tag::ListInt) { payload.as_ints = value; }
  EValue(Tag list_tag, BoxedTensorList *value) : EValue(list_tag) { payload.as_tensors = value; }

  bool isNone() const { return tag == Tag::None; }
  bool isTensor() const { return tag == Tag::Tensor; }
  bool isDeviceTensor() const { return false; }
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

  Tensor toTensor() const { return Tensor(payload.as_tensor); }
  int64_t toInt() const { return payload.as_int; }
  double toDouble() const { return payload.as_double; }
  bool toBool() const { return payload.as_bool; }
  Scalar toScalar() const {
    if (isDouble())
      return Scalar(payload.as_double);
    if (isBool())
      return Scalar(payload.as_bool);
    return Scalar(payload.as_int);
  }
  Span<const char> toString() const { return {payload.as_string.data, payload.as_string.size}; }
  Span<const bool> toBoolList() const { return {payload.as_bools.data, payload.as_bools.size}; }
  Span<const double> toDoubleList() const {
    return {payload.as_doubles.data, payload.as_doubles.size};
  }
  Span<const int64_t> toIntList() const {
    const BoxedIntList &list = *payload.as_ints;
    for (size_t i = 0; i < list.size; ++i) {
      // In the program file, the item is an int. A kernel may have stored a bool there.
      const EValue &item = *list.items[i];
      list.unboxed[i] = item.isBool() ? item.toBool() : item.toInt();
    }
    return {list.unboxed, list.size};
  }
  /// For a ListTensor or a ListOptionalTensor.
  TensorList toTensorList() const { return TensorList(*payload.as_tensors); }

private:
  explicit EValue(Tag its_tag) { tag = its_tag; }
};

inline Tensor TensorList::operator[](size_t index) const {
  const EValue &item = *list_.items[index];
  return item.isTensor() ? item.toTensor() : Tensor();
}

using Argument = const EValue &;

/// The arguments of a kernel's call, valid during the call. Holds a pointer to the caller's span,
/// because gcc for 32-bit Arm would store a copy of the span to the stack before each call.
class Args {
public:
  Args(const Span<EValue *> &values = {}) : values_(&values) {}
  size_t size() const { return values_->size(); }
  EValue &operator[](size_t index) const { return *(*values_)[index]; }
  template <typename Number> void set(size_t index, Number value) const {
    *(*values_)[index] = EValue(value);
  }

private:
  const Span<EValue *> *values_;
};

} // namespace et
