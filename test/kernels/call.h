// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns a case into a call in our runtime. Guards around each tensor's memory find stray accesses
// without a sanitizer (memory.h). check() finds wrong outputs, changed inputs and changed guards.

#pragma once

#include <algorithm>
#include <cstring>
#include <deque>
#include <string>
#include <vector>

#include "case_file.h"
#include "dynamic_tensor.h"
#include "et/kernel_key.h"
#include "et/registry.h"
#include "memory.h"

namespace kernel_cases {

enum class Outputs {
  Static,
  Dynamic,  ///< of dynamic shape; before the call, the first three sizes are 1 larger than expected
  Constant, ///< constants of the program, which a kernel must refuse as outputs
};

class Call {
public:
  explicit Call(const Case &test, Outputs outputs = Outputs::Static) : kind_(outputs) {
    for (const Argument &argument : test.arguments)
      add(argument);
    add_result();
    for (et::EValue &value : values_)
      pointers_.push_back(&value);
  }

  et::Span<et::EValue *> args() { return {pointers_.data(), pointers_.size()}; }

  /// Checks the memory and the outputs after the call. Returns the fault, or an empty text.
  std::string check(bool succeeded) const {
    std::string problem = check_memory(succeeded);
    for (size_t i = 0; succeeded && problem.empty() && i < tensors_.size(); ++i)
      if (tensors_[i].argument->is_output)
        problem = check_output(i);
    return problem;
  }

  /// Returns the fault if the call wrote outside of its outputs, or failed and wrote to them.
  std::string check_memory(bool succeeded) const {
    for (size_t i = 0; i < tensors_.size(); ++i) {
      const TensorMemory &tensor = tensors_[i];
      const uint8_t *data = tensor.memory.data();
      const size_t size = tensor.memory.size();
      if (!tensor.memory.is_intact())
        return name_of(i) + " was written outside of its memory";
      if (tensor.argument->is_output) {
        if (!succeeded && !is_fill(data, size, fill_of(tensor.argument->dtype)))
          return name_of(i) + " was written although the call failed";
      } else if (size == tensor.argument->data.size() && size != 0 &&
                 !(succeeded && is_overwritten(i)) &&
                 std::memcmp(data, tensor.argument->data.data(), size) != 0) {
        return name_of(i) + " was changed";
      }
    }
    return "";
  }

  /// True if both calls have the same outputs. All NaNs are equal, and so are all true Bools.
  bool agrees_with(const Call &other) const {
    for (size_t i = 0; i < tensors_.size(); ++i) {
      const et::ScalarType dtype = tensors_[i].argument->dtype;
      const Memory &own = memory(i), &others = other.memory(i);
      for (size_t at = 0; at < own.size(); at += et::element_size(dtype))
        if (!is_near(dtype, own.data() + at, others.data() + at, 0, 0))
          return false;
    }
    return true;
  }

private:
  struct TensorMemory {
    const Argument *argument;
    et::DynamicTensorImpl impl;
    std::vector<int32_t> sizes;
    std::vector<int32_t> strides;
    Memory memory;
  };

  std::string name_of(size_t i) const {
    return (tensors_[i].argument->is_output ? "output " : "input ") + std::to_string(i);
  }

  std::string check_output(size_t i) const {
    const TensorMemory &tensor = tensors_[i];
    const Argument &argument = *tensor.argument;
    const uint8_t *data = memory(i).data();
    size_t size = memory(i).size();
    if (tensor.sizes != argument.sizes)
      return name_of(i) + " has a wrong shape";
    if (kind_ == Outputs::Dynamic && size >= argument.data.size()) {
      if (!is_fill(data + argument.data.size(), size - argument.data.size(),
                   fill_of(argument.dtype)))
        return name_of(i) + ": the memory behind its elements was written";
      size = argument.data.size();
    }
    if (size != argument.data.size())
      return name_of(i) + " has another size than its data in the case file";
    const std::string problem = difference(argument, data);
    return problem.empty() ? "" : name_of(i) + problem;
  }

  const Memory &memory(size_t i) const {
    const int alias = tensors_[i].argument->alias;
    return tensors_[alias < 0 ? i : static_cast<size_t>(alias)].memory;
  }
  bool is_overwritten(size_t i) const {
    for (const TensorMemory &tensor : tensors_)
      if (tensor.argument->alias == static_cast<int>(i))
        return true;
    return false;
  }

  void add(const Argument &argument) {
    switch (argument.kind) {
    case Kind::Tensor:
      values_.push_back(et::EValue(et::Tensor(&add_tensor(argument).impl)));
      return;
    case Kind::Int:
      values_.push_back(et::EValue(argument.integer));
      return;
    case Kind::Bool:
      values_.push_back(et::EValue(argument.integer != 0));
      return;
    case Kind::Double:
      values_.push_back(et::EValue(argument.number));
      return;
    case Kind::Ints:
      values_.push_back(et::EValue(&add_ints(argument)));
      return;
    case Kind::Doubles:
      values_.push_back(
          et::EValue(et::Span<const double>(argument.numbers.data(), argument.numbers.size())));
      return;
    case Kind::Bools: {
      const auto &bytes = bools_.emplace_back(argument.integers.begin(), argument.integers.end());
      values_.push_back(et::EValue(
          et::Span<const bool>(reinterpret_cast<const bool *>(bytes.data()), bytes.size())));
      return;
    }
    case Kind::String:
      values_.push_back(
          et::EValue(et::Span<const char>(argument.text.data(), argument.text.size())));
      return;
    case Kind::Tensors:
    case Kind::OptionalTensors:
      values_.push_back(et::EValue(argument.kind == Kind::Tensors ? et::Tag::ListTensor
                                                                  : et::Tag::ListOptionalTensor,
                                   &add_tensors(argument)));
      return;
    case Kind::None:
      values_.push_back(et::EValue());
    }
  }

  et::BoxedTensorList &add_tensors(const Argument &argument) {
    ListMemory &list = lists_.emplace_back();
    for (const Argument &item : argument.items)
      list.add(item.kind == Kind::Tensor ? et::EValue(et::Tensor(&add_tensor(item).impl))
                                         : et::EValue());
    list.tensors = {list.pointers.data(), list.pointers.size()};
    return list.tensors;
  }

  TensorMemory &add_tensor(const Argument &argument) {
    size_t dim = argument.sizes.size();
    std::vector<int32_t> sizes = argument.sizes;
    const bool is_dynamic = argument.is_output && kind_ == Outputs::Dynamic;
    for (size_t d = 0; is_dynamic && d < dim && d < 3; ++d)
      ++sizes[d];
    size_t size = et::element_size(argument.dtype);
    for (int32_t extent : sizes)
      size *= static_cast<size_t>(extent);
    tensors_.push_back(
        {&argument, {}, std::move(sizes), {}, Memory(argument.is_absent ? 0 : size)});
    TensorMemory &tensor = tensors_.back();
    tensor.strides.resize(dim);
    et::dim_order_to_strides(tensor.sizes.data(), argument.order.data(), dim,
                             tensor.strides.data());
    uint8_t *data = tensor.memory.data();
    std::fill(data, data + tensor.memory.size(), fill_of(argument.dtype));
    if (!argument.is_output && !argument.is_absent && size == argument.data.size() && size != 0)
      std::memcpy(data, argument.data.data(), size);
    static_cast<et::TensorImpl &>(tensor.impl) = {
        argument.dtype,        static_cast<uint8_t>(dim),
        tensor.sizes.data(),   argument.order.data(),
        tensor.strides.data(), argument.is_absent || size == 0 ? nullptr : data};
    if (is_dynamic) {
      tensor.impl.shape_dynamism = et::TensorShapeDynamism::DYNAMIC_BOUND;
      tensor.impl.bound = tensor.impl.capacity = size;
    }
    if (argument.is_output && kind_ == Outputs::Constant)
      tensor.impl.storage = et::TensorStorage::Constant;
    if (argument.alias >= 0)
      tensor.impl.data = tensors_[static_cast<size_t>(argument.alias)].impl.data;
    return tensor;
  }

  et::BoxedIntList &add_ints(const Argument &argument) {
    ListMemory &list = lists_.emplace_back();
    for (int64_t item : argument.integers)
      list.add(et::EValue(item));
    list.unboxed.resize(list.items.size());
    list.ints = {list.pointers.data(), list.unboxed.data(), list.items.size()};
    return list.ints;
  }

  /// In programs, the last argument of a call repeats the output, or is a list of all outputs.
  void add_result() {
    ListMemory &list = lists_.emplace_back();
    for (TensorMemory &tensor : tensors_)
      if (tensor.argument->is_output)
        list.add(et::EValue(et::Tensor(&tensor.impl)));
    list.tensors = {list.pointers.data(), list.pointers.size()};
    if (list.items.size() == 1)
      values_.push_back(list.items.front());
    if (list.items.size() > 1)
      values_.push_back(et::EValue(et::Tag::ListTensor, &list.tensors));
  }

  struct ListMemory {
    std::deque<et::EValue> items;
    std::vector<et::EValue *> pointers;
    std::vector<int64_t> unboxed;
    et::BoxedIntList ints;
    et::BoxedTensorList tensors;

    void add(et::EValue item) { pointers.push_back(&items.emplace_back(item)); }
  };

  Outputs kind_;
  std::deque<et::EValue> values_;
  std::deque<std::vector<uint8_t>> bools_;
  std::deque<TensorMemory> tensors_;
  std::deque<ListMemory> lists_;
  std::vector<et::EValue *> pointers_;
};

using Kernels = std::vector<const et::Kernel *>;

inline bool is_fallback(const et::Kernel &kernel) {
  return !kernel.kernel_key || et::is_fallback_key(kernel.kernel_key, strlen(kernel.kernel_key));
}

inline std::string key_of(const et::Kernel &kernel) {
  return is_fallback(kernel) ? "fallback" : kernel.kernel_key;
}

/// Returns the kernels with the case's key. If the case has no key, returns the kernel that the
/// registry finds, then the other kernels with the same key. If the registry finds no kernel, but
/// the case expects an error of a kernel, returns the fallback kernels, which must all fail.
inline Kernels find(const Case &test, et::Span<et::EValue *> args) {
  et::Span<const et::Kernel> kernels =
      et::find_kernels(et::get_registered_kernels(), test.op.c_str());
  Kernels result;
  std::string key = test.key;
  if (key.empty()) {
    if (const et::Kernel *found = et::select_kernel(kernels, args)) {
      result.push_back(found);
      key = key_of(*found);
    } else if (test.expected != et::Error::Ok && test.expected != et::Error::OperatorMissing) {
      key = "fallback";
    }
  }
  for (const et::Kernel &kernel : kernels)
    if (key == key_of(kernel) && (result.empty() || &kernel != result.front()))
      result.push_back(&kernel);
  return result;
}

} // namespace kernel_cases
