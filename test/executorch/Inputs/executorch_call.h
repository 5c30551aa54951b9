// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns a case of test/kernels into a call with ExecuTorch's classes. The call can run our kernel
// or ExecuTorch's kernel. Only one file of a program may include this header, because the header
// defines et_pal_abort().
//
// ExecuTorch's kernels register themselves in ExecuTorch's registry. Our kernels need no registry,
// because the linker script collects their records in the registration table.

#pragma once

#include <algorithm>
#include <csetjmp>
#include <cstring>
#include <deque>
#include <memory>

#include "../../kernels/compare.h"
#include "et/kernel.h"
#include "et/kernel_key.h"
#include "values.h"

#include <executorch/runtime/core/memory_allocator.h>
#include <executorch/runtime/platform/platform.h>

extern const et::Kernel kernels_start[] __asm__("__et_kernels_start");
extern const et::Kernel kernels_end[] __asm__("__et_kernels_end");

namespace {

jmp_buf out_of_call;

} // namespace

/// ExecuTorch calls this function to end the program. Here, it ends only the kernel's call.
extern "C" ET_NORETURN void et_pal_abort() { longjmp(out_of_call, 1); }

namespace kernel_cases {

namespace {

using executorch::aten::TensorShapeDynamism;
using executorch::runtime::BoxedEvalueList;
using executorch::runtime::EValue;
using AtenTensor = executorch::aten::Tensor;
using OptionalTensor = executorch::aten::optional<AtenTensor>;

// The number of bytes before and after each tensor. Writes outside of the tensor change the bytes.
constexpr size_t guard = 64;
constexpr size_t stock_guard = 65536; // ExecuTorch's kernels write past the end of some tensors

struct TensorMemory {
  TensorMemory(const Argument &argument, bool is_larger, size_t guard)
      : argument(argument), guard(guard), sizes(argument.sizes), order(argument.order),
        strides(sizes.size()) {
    for (size_t d = 0; is_larger && d < sizes.size() && d < 3; ++d)
      ++sizes[d];
    size_t size = et::element_size(argument.dtype);
    for (size_t d = sizes.size(); d-- != 0;) {
      strides[order[d]] = static_cast<int32_t>(size / et::element_size(argument.dtype));
      size *= static_cast<size_t>(std::max<int32_t>(sizes[order[d]], 1));
    }
    for (const int32_t extent : sizes)
      if (extent == 0)
        size = 0;
    bytes.assign(size + 2 * guard, kFill);
    std::fill(data(), data() + size, fill_of(argument.dtype));
    if (!argument.is_output && size == argument.data.size() && size != 0)
      std::memcpy(data(), argument.data.data(), size);
  }

  uint8_t *data() { return bytes.data() + guard; }
  const uint8_t *data() const { return bytes.data() + guard; }
  size_t size() const { return bytes.size() - 2 * guard; }

  bool is_damaged() const {
    return !is_fill(bytes.data(), guard) || !is_fill(data() + size(), guard);
  }

  const Argument &argument;
  const size_t guard;
  std::vector<int32_t> sizes;
  std::vector<uint8_t> order;
  std::vector<int32_t> strides;
  std::vector<uint8_t> bytes;
};

/// A call's arguments. The tensor with the index `on_device` claims to be in a device's memory.
class Call {
public:
  Call(const Case &test, bool is_dynamic, size_t guard, size_t on_device = SIZE_MAX)
      : is_dynamic_(is_dynamic), guard_(guard), on_device_(on_device) {
    for (const Argument &argument : test.arguments)
      add(argument);
    // A model's call repeats its outputs as the last value, but not if the operator is `name_`.
    if (test.op.back() != '_')
      add_result();
    for (EValue &value : values_)
      pointers_.push_back(&value);
  }

  /// Runs the kernel in a context that already has the error `before`. Sets `error` to the error of
  /// the context after the call. Returns false if the kernel aborted the program.
  bool run(executorch::runtime::OpFunction function, et::Error &error,
           et::Error before = et::Error::Ok) {
    static uint8_t temp[65536];
    executorch::runtime::MemoryAllocator allocator(sizeof(temp), temp);
    executorch::runtime::KernelRuntimeContext context(nullptr, &allocator);
    context.fail(before);
    if (setjmp(out_of_call))
      return false;
    function(context, {pointers_.data(), pointers_.size()});
    error = context.failure_state();
    return true;
  }

  size_t count_tensors() const { return tensors_.size(); }

  /// Returns the first error in the tensors after a call of our kernel, or an empty text.
  std::string check(bool succeeded) const {
    for (size_t i = 0; i < tensors_.size(); ++i) {
      const std::string problem = check(i, succeeded);
      if (!problem.empty())
        return (tensors_[i].argument.is_output ? "output " : "input ") + std::to_string(i) +
               problem;
    }
    return "";
  }

  bool is_damaged() const {
    for (const TensorMemory &tensor : tensors_)
      if (tensor.is_damaged())
        return true;
    return false;
  }

  /// `other` ran ExecuTorch's kernel. Returns how its outputs differ, or an empty text.
  const char *difference(const Call &other) const {
    const char *result = "";
    for (size_t i = 0; i < tensors_.size(); ++i) {
      const Argument &argument = tensors_[i].argument;
      if (!argument.is_output)
        continue;
      if (tensors_[i].sizes != other.tensors_[i].sizes)
        return "another shape there";
      for (size_t at = 0; at < argument.data.size(); at += et::element_size(argument.dtype)) {
        const uint8_t *got = memory(i).data() + at, *want = other.memory(i).data() + at;
        if (std::memcmp(got, want, et::element_size(argument.dtype)) == 0)
          continue;
        // Each kernel may differ from PyTorch by one tolerance, so the kernels may differ by two.
        if (!is_near(argument.dtype, got, want, 2 * argument.rtol, 2 * argument.atol))
          return "other values there";
        if (*result == '\0' && is_near(argument.dtype, got, want, 0, 0))
          result = "another NaN there";
        else if (!is_near(argument.dtype, got, want, 0, 0))
          result = "rounded otherwise there";
      }
    }
    return result;
  }

  void sum(uint64_t &sum) const {
    for (size_t i = 0; i < tensors_.size(); ++i)
      for (size_t at = 0; tensors_[i].argument.is_output && at < memory(i).size(); ++at)
        sum = (sum ^ memory(i).data()[at]) * 0x100000001b3;
  }

  /// Returns how specifically the key matches the call, or 0 if it does not match.
  uint32_t specificity(const char *key) const {
    et::KernelKeyMatcher matcher(key);
    for (const EValue &value : values_)
      if (value.isTensor()) {
        const AtenTensor tensor = value.toTensor();
        matcher.feed(static_cast<uint8_t>(tensor.scalar_type()), tensor.dim_order().data(),
                     tensor.dim_order().size());
      }
    return matcher.matches() ? matcher.specificity() : 0;
  }

private:
  template <typename Item> struct ListMemory {
    std::deque<EValue> items;
    std::vector<EValue *> pointers;
    std::vector<Item> unboxed;
    BoxedEvalueList<Item> boxed;

    EValue value() {
      for (EValue &item : items)
        pointers.push_back(&item);
      // Since 1.1, ExecuTorch aborts if a list has a null pointer, even if the list is empty.
      pointers.reserve(1);
      unboxed.reserve(1);
      boxed = {pointers.data(), unboxed.data(), static_cast<int>(items.size())};
      return list_value(boxed);
    }
  };

  /// Returns the memory of a tensor. An alias has the memory of another tensor.
  const TensorMemory &memory(size_t i) const {
    const int alias = tensors_[i].argument.alias;
    return tensors_[alias < 0 ? i : static_cast<size_t>(alias)];
  }
  bool is_overwritten(size_t i) const {
    for (const TensorMemory &tensor : tensors_)
      if (tensor.argument.alias == static_cast<int>(i))
        return true;
    return false;
  }

  std::string check(size_t i, bool succeeded) const {
    const TensorMemory &tensor = tensors_[i], &place = memory(i);
    const Argument &argument = tensor.argument;
    const size_t size = argument.data.size();
    if (place.is_damaged())
      return " was written outside of its memory";
    if (!argument.is_output)
      return is_overwritten(i) || std::memcmp(place.data(), argument.data.data(), size) == 0
                 ? ""
                 : " was changed";
    if (!succeeded)
      return is_fill(place.data(), place.size(), fill_of(argument.dtype))
                 ? ""
                 : " was written although the call failed";
    if (tensor.sizes != argument.sizes)
      return " has a wrong shape";
    if (place.size() < size ||
        !is_fill(place.data() + size, place.size() - size, fill_of(argument.dtype)))
      return " was written after its elements";
    return kernel_cases::difference(argument, place.data());
  }

  void add(const Argument &argument) {
    switch (argument.kind) {
    case Kind::Tensor:
      values_.emplace_back(AtenTensor(&add_tensor(argument)));
      return;
    case Kind::Int:
      values_.emplace_back(argument.integer);
      return;
    case Kind::Bool:
      values_.emplace_back(argument.integer != 0);
      return;
    case Kind::Double:
      values_.emplace_back(argument.number);
      return;
    case Kind::Ints:
      values_.push_back(add_list(argument));
      return;
    case Kind::Doubles:
      values_.push_back(
          list_value(doubles_.emplace_back(argument.numbers.data(), argument.numbers.size())));
      return;
    case Kind::Bools: {
      auto &items = bool_items_.emplace_back(new bool[argument.integers.size()]);
      std::transform(argument.integers.begin(), argument.integers.end(), items.get(),
                     [](int64_t item) { return item != 0; });
      values_.push_back(list_value(bools_.emplace_back(items.get(), argument.integers.size())));
      return;
    }
    case Kind::String:
      values_.push_back(
          string_value(strings_.emplace_back(argument.text.data(), argument.text.size())));
      return;
    case Kind::Tensors:
      values_.push_back(add_tensors<AtenTensor>(argument, tensor_lists_));
      return;
    case Kind::OptionalTensors:
      values_.push_back(add_tensors<OptionalTensor>(argument, optional_lists_));
      return;
    case Kind::None:
      values_.emplace_back();
    }
  }

  template <typename Item>
  EValue add_tensors(const Argument &argument, std::deque<ListMemory<Item>> &lists) {
    ListMemory<Item> &list = lists.emplace_back();
    for (const Argument &item : argument.items) {
      EValue &value = list.items.emplace_back();
      if (item.kind == Kind::Tensor)
        value = EValue(AtenTensor(&add_tensor(item)));
      if constexpr (std::is_same_v<Item, AtenTensor>)
        list.unboxed.push_back(value.toTensor());
      else
        list.unboxed.emplace_back();
    }
    return list.value();
  }

  executorch::aten::TensorImpl &add_tensor(const Argument &argument) {
    const bool is_dynamic = argument.is_output && is_dynamic_;
    TensorMemory &tensor = tensors_.emplace_back(argument, is_dynamic, guard_);
    void *data = argument.alias < 0 ? tensor.data() : tensors_[size_t(argument.alias)].data();
    return impls_.emplace_back(static_cast<executorch::aten::ScalarType>(argument.dtype),
                               static_cast<ssize_t>(tensor.sizes.size()), tensor.sizes.data(),
                               argument.is_absent || tensor.size() == 0 ? nullptr : data,
                               tensor.order.data(), tensor.strides.data(),
                               is_dynamic ? TensorShapeDynamism::DYNAMIC_BOUND
                                          : TensorShapeDynamism::STATIC
#ifdef TENSORS_HAVE_DEVICES
                               ,
                               executorch::runtime::etensor::DeviceType(impls_.size() == on_device_)
#endif
    );
  }

  EValue add_list(const Argument &argument) {
    ListMemory<int64_t> &list = int_lists_.emplace_back();
    for (const int64_t item : argument.integers)
      list.items.emplace_back(item);
    list.unboxed.resize(list.items.size());
    return list.value();
  }

  /// Adds the last value, which repeats the outputs: one tensor, or a list of several tensors.
  void add_result() {
    ListMemory<AtenTensor> &outputs = tensor_lists_.emplace_back();
    for (size_t i = 0; i < tensors_.size(); ++i)
      if (tensors_[i].argument.is_output) {
        outputs.unboxed.push_back(AtenTensor(&impls_[i]));
        outputs.items.emplace_back(outputs.unboxed.back());
      }
    if (outputs.items.size() == 1)
      values_.push_back(outputs.items.front());
    if (outputs.items.size() > 1)
      values_.push_back(outputs.value());
  }

  const bool is_dynamic_;
  const size_t guard_;
  [[maybe_unused]] const size_t on_device_;
  std::deque<TensorMemory> tensors_;
  std::deque<executorch::aten::TensorImpl> impls_;
  std::deque<ListMemory<int64_t>> int_lists_;
  std::deque<ListMemory<AtenTensor>> tensor_lists_;
  std::deque<ListMemory<OptionalTensor>> optional_lists_;
  std::deque<executorch::aten::ArrayRef<double>> doubles_;
  std::deque<executorch::aten::ArrayRef<bool>> bools_;
  std::deque<std::unique_ptr<bool[]>> bool_items_;
  std::deque<executorch::aten::ArrayRef<char>> strings_;
  std::deque<EValue> values_;
  std::vector<EValue *> pointers_;
};

inline std::string key_of(const et::Kernel &kernel) {
  const char *const key = kernel.kernel_key;
  return key && !et::is_fallback_key(key, std::strlen(key)) ? key : "fallback";
}

/// Returns our kernel with the case's key. If the case has no key, returns the kernel that matches
/// the call best. If none matches and the call must fail, returns the fallback kernel.
const et::Kernel *find_ours(const Case &test, const Call &call) {
  const et::Kernel *found = nullptr, *fallback = nullptr;
  uint32_t closest = 0;
  for (const et::Kernel *kernel = kernels_start; kernel != kernels_end; ++kernel) {
    if (test.op != kernel->name)
      continue;
    if (!test.key.empty()) {
      if (test.key == key_of(*kernel))
        return kernel;
      continue;
    }
    if (key_of(*kernel) == "fallback")
      fallback = kernel;
    const char *const key = kernel->kernel_key;
    const uint32_t specificity =
        key ? call.specificity(key) : et::KernelKeyMatcher::kFallbackSpecificity;
    if (specificity > closest) {
      found = kernel;
      closest = specificity;
    }
  }
  return found || test.expected == et::Error::Ok ? found : fallback;
}

executorch::runtime::OpFunction find_stock(const Case &test) {
  for (const executorch::runtime::Kernel &kernel : executorch::runtime::get_registered_kernels())
    if (test.op == kernel.name_)
      return kernel.op_;
  return nullptr;
}

} // namespace

} // namespace kernel_cases
