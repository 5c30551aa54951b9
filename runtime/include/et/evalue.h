// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A value of a program: what kernels receive as arguments. The tags and accessor names are
// ExecuTorch's. A wrong accessor is a programming error of the kernel: it checks with is...()
// first.
//
// Kernels use Args, and of values nothing but is...() and to...(): they are compiled for
// ExecuTorch's values, too, which have other members (runtime/executorch/include).

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

/// An int list whose items are values of the program, so that they can change between calls.
/// `items` and `unboxed` have `size` entries; reading copies the items' ints into `unboxed`.
struct BoxedIntList {
  EValue **items;
  int64_t *unboxed;
  size_t size;
};

/// A tensor list; an item that is None stands for no tensor.
struct BoxedTensorList {
  EValue **items;
  size_t size;
};

/// A tensor list as kernels see it. Items are handles; one that is None is not defined().
class TensorList {
public:
  explicit TensorList(const BoxedTensorList &list) : list_(list) {}
  size_t size() const { return list_.size; }
  Tensor operator[](size_t index) const;

private:
  BoxedTensorList list_;
};

class EValue {
public:
  EValue() : payload(int64_t(0)), tag(Tag::None) {}
  explicit EValue(int64_t value) : payload(value), tag(Tag::Int) {}
  explicit EValue(double value) : payload(value), tag(Tag::Double) {}
  explicit EValue(bool value) : payload(value), tag(Tag::Bool) {}
  explicit EValue(Tensor value) : payload(value.unsafeGetTensorImpl()), tag(Tag::Tensor) {}
  explicit EValue(Span<const char> value) : payload(value), tag(Tag::String) {}
  explicit EValue(Span<const bool> value) : payload(value), tag(Tag::ListBool) {}
  explicit EValue(Span<const double> value) : payload(value), tag(Tag::ListDouble) {}
  explicit EValue(BoxedIntList *value) : payload(value), tag(Tag::ListInt) {}
  EValue(Tag list_tag, BoxedTensorList *value) : payload(value), tag(list_tag) {}

  bool isNone() const { return tag == Tag::None; }
  bool isTensor() const { return tag == Tag::Tensor; }
  /// See et/device.h.
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
  Span<const char> toString() const { return payload.as_string; }
  Span<const bool> toBoolList() const { return payload.as_bools; }
  Span<const double> toDoubleList() const { return payload.as_doubles; }
  Span<const int64_t> toIntList() const {
    const BoxedIntList &list = *payload.as_ints;
    for (size_t i = 0; i < list.size; ++i) {
      // An item is a value, which may have become a bool.
      const EValue &item = *list.items[i];
      list.unboxed[i] = item.isBool() ? item.toBool() : item.toInt();
    }
    return {list.unboxed, list.size};
  }
  /// Of a ListTensor or a ListOptionalTensor.
  TensorList toTensorList() const { return TensorList(*payload.as_tensors); }

  union Payload {
    explicit Payload(int64_t value) : as_int(value) {}
    explicit Payload(double value) : as_double(value) {}
    explicit Payload(bool value) : as_bool(value) {}
    explicit Payload(TensorImpl *value) : as_tensor(value) {}
    explicit Payload(Span<const char> value) : as_string(value) {}
    explicit Payload(Span<const bool> value) : as_bools(value) {}
    explicit Payload(Span<const double> value) : as_doubles(value) {}
    explicit Payload(BoxedIntList *value) : as_ints(value) {}
    explicit Payload(BoxedTensorList *value) : as_tensors(value) {}

    int64_t as_int;
    double as_double;
    bool as_bool;
    TensorImpl *as_tensor;
    Span<const char> as_string;
    Span<const bool> as_bools;
    Span<const double> as_doubles;
    BoxedIntList *as_ints;
    BoxedTensorList *as_tensors;
  } payload;
  Tag tag;
};

inline Tensor TensorList::operator[](size_t index) const {
  const EValue &item = *list_.items[index];
  return item.isTensor() ? item.toTensor() : Tensor();
}

/// How a function of a kernel's takes one of its arguments.
using Argument = const EValue &;

/// The arguments of a kernel's call, in the order of the schema, good while the call lasts: a
/// reference to the caller's span. It is one word, because gcc stores a class of two words to the
/// stack before it passes it on.
class Args {
public:
  Args(const Span<EValue *> &values = {}) : values_(&values) {}
  size_t size() const { return values_->size(); }
  EValue &operator[](size_t index) const { return *(*values_)[index]; }
  /// Makes a result of a number.
  template <typename Number> void set(size_t index, Number value) const {
    *(*values_)[index] = EValue(value);
  }

private:
  const Span<EValue *> *values_;
};

} // namespace et
