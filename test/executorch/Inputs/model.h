// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Declares the types for models that are compiled into a program. models.py writes such models as
// C++ constants. Values refer to each other by index, as in a .pte file.

#pragma once

#include <cstddef>
#include <cstdint>

namespace model {

template <typename T> struct Array {
  const T *data;
  size_t size;
  const T *begin() const { return data; }
  const T *end() const { return data + size; }
};

enum class Kind { None, Int, Double, Bool, Tensor, IntList, TensorList, OptionalTensorList };

struct Value {
  Kind kind;
  int64_t integer;
  double number;
  Array<int> items; // the values of a list; -1 means None
  int dtype;        // this member and the following ones are for tensors
  Array<int32_t> sizes;
  const uint8_t *order;
  const uint8_t *constant; // null: the tensor is in planned memory
  size_t offset;           // in planned memory, in bytes
};

struct Call {
  const char *op;
  Array<int> args;
};

struct Model {
  const char *name;
  Array<Value> values;
  Array<Call> calls;
  Array<int> inputs;
  Array<int> outputs;
};

} // namespace model

extern const model::Array<model::Model> models;
