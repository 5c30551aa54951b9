// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// et-kernel-cases FILE: runs the cases of a file (make_cases.py) with the kernels of the libraries
// it is linked with, and compares the outputs with PyTorch's.
//
// Kernels are found through the runtime's registry, as a program finds them: each case tests the
// lookup, too. Every tensor lies in memory of exactly its size between guard bytes, and inputs must
// come out as they went in, so that a stray write is a failure even without a sanitizer. A call
// that succeeds is made again with outputs of dynamic shape, which start larger and must end as
// they are to be, and with outputs that are constants, which must be refused. Where several
// libraries have a kernel for what the lookup finds, all of them are called. A kernel that no
// successful case has called is a failure as well: a new kernel needs cases.

#include <cstring>
#include <deque>
#include <fstream>
#include <iostream>
#include <set>

#include "case_file.h"
#include "compare.h"
#include "dynamic_tensor.h"
#include "et/registry.h"

namespace kernel_cases {

namespace {

// A sanitizer guards exact allocations itself, against reading too.
#if defined(__SANITIZE_ADDRESS__)
constexpr size_t kGuard = 0;
#else
constexpr size_t kGuard = 64;
#endif
constexpr uint8_t kFill = 0xff; // NaN, in every dtype that has one

/// What the outputs of a call are like.
enum class Outputs {
  Static,
  Dynamic, ///< larger than they are to be, in each dimension of the first few
  Constant,
};

/// A call's arguments as the runtime hands them over.
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

  /// What is wrong after the call; empty when nothing is.
  std::string check(bool succeeded) const {
    for (size_t i = 0; i < tensors_.size(); ++i) {
      const TensorMemory &tensor = tensors_[i];
      const Argument &argument = *tensor.argument;
      std::string which = (argument.is_output ? "output " : "input ") + std::to_string(i);
      const std::vector<uint8_t> &bytes = memory(tensor).bytes;
      const uint8_t *data = bytes.data() + kGuard;
      size_t size = bytes.size() - 2 * kGuard;
      if (!is_fill(bytes.data(), kGuard) || !is_fill(data + size, kGuard))
        return which + " was written beside its memory";
      if (!argument.is_output) {
        if (!argument.is_absent && !is_overwritten(i) && size != 0 &&
            std::memcmp(data, argument.data.data(), size) != 0)
          return which + " was changed";
        continue;
      }
      if (!succeeded) {
        if (!is_fill(data, size))
          return which + " was written although the call failed";
        continue;
      }
      if (tensor.sizes != argument.sizes)
        return which + " has another shape than it is to have";
      if (kind_ == Outputs::Dynamic && size >= argument.data.size()) {
        if (!is_fill(data + argument.data.size(), size - argument.data.size()))
          return which + " was written behind its elements";
        size = argument.data.size();
      }
      if (size != argument.data.size())
        return which + " has another size than its data in the case file";
      size_t element = et::element_size(argument.dtype);
      for (size_t at = 0; at < size; at += element) {
        const uint8_t *want = argument.data.data() + at;
        if (!is_near(argument.dtype, data + at, want, argument.rtol, argument.atol))
          return which + "[" + std::to_string(at / element) + "] is " +
                 to_string(argument.dtype, data + at) + ", should be " +
                 to_string(argument.dtype, want);
      }
    }
    return "";
  }

  /// Whether the outputs hold the same as another call's; NaNs are all alike.
  bool agrees_with(const Call &other) const {
    for (size_t i = 0; i < tensors_.size(); ++i) {
      const et::ScalarType dtype = tensors_[i].argument->dtype;
      const std::vector<uint8_t> &bytes = memory(tensors_[i]).bytes;
      const std::vector<uint8_t> &others = other.memory(other.tensors_[i]).bytes;
      for (size_t at = kGuard; at < bytes.size() - kGuard; at += et::element_size(dtype))
        if (!is_near(dtype, &bytes[at], &others[at], 0, 0))
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
    std::vector<uint8_t> bytes;
  };

  static bool is_fill(const uint8_t *data, size_t size) {
    for (size_t i = 0; i < size; ++i)
      if (data[i] != kFill)
        return false;
    return true;
  }

  /// Whose memory a tensor lies in: its own unless it is an alias.
  const TensorMemory &memory(const TensorMemory &tensor) const {
    const int alias = tensor.argument->alias;
    return alias < 0 ? tensor : tensors_[static_cast<size_t>(alias)];
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
      values_.push_back(et::EValue(&add_list(argument)));
      return;
    default:
      values_.push_back(et::EValue());
    }
  }

  TensorMemory &add_tensor(const Argument &argument) {
    tensors_.push_back({&argument, {}, argument.sizes, {}, {}});
    TensorMemory &tensor = tensors_.back();
    size_t dim = tensor.sizes.size();
    const bool is_dynamic = argument.is_output && kind_ == Outputs::Dynamic;
    for (size_t d = 0; is_dynamic && d < dim && d < 3; ++d)
      ++tensor.sizes[d];
    tensor.strides.resize(dim);
    et::dim_order_to_strides(tensor.sizes.data(), argument.order.data(), dim,
                             tensor.strides.data());
    size_t size = et::element_size(argument.dtype);
    for (int32_t extent : tensor.sizes)
      size *= static_cast<size_t>(extent);
    tensor.bytes.assign(size + 2 * kGuard, kFill);
    uint8_t *data = tensor.bytes.data() + kGuard;
    if (!argument.is_output && size == argument.data.size() && size != 0)
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

  et::BoxedIntList &add_list(const Argument &argument) {
    list_storage_.emplace_back();
    ListMemory &list = list_storage_.back();
    for (int64_t item : argument.integers)
      list.items.push_back(et::EValue(item));
    for (et::EValue &item : list.items)
      list.pointers.push_back(&item);
    list.unboxed.resize(list.items.size());
    list.boxed = {list.pointers.data(), list.unboxed.data(), list.items.size()};
    return list.boxed;
  }

  /// Programs repeat the output as the call's result: several as a list.
  void add_result() {
    for (TensorMemory &tensor : tensors_)
      if (tensor.argument->is_output)
        outputs_.push_back(et::EValue(et::Tensor(&tensor.impl)));
    if (outputs_.size() == 1)
      values_.push_back(outputs_.front());
    if (outputs_.size() < 2)
      return;
    for (et::EValue &output : outputs_)
      output_pointers_.push_back(&output);
    output_list_ = {output_pointers_.data(), output_pointers_.size()};
    values_.push_back(et::EValue(et::Tag::ListTensor, &output_list_));
  }

  struct ListMemory {
    std::deque<et::EValue> items;
    std::vector<et::EValue *> pointers;
    std::vector<int64_t> unboxed;
    et::BoxedIntList boxed;
  };

  Outputs kind_;
  std::deque<et::EValue> values_;
  std::deque<TensorMemory> tensors_;
  std::deque<ListMemory> list_storage_;
  std::deque<et::EValue> outputs_;
  std::vector<et::EValue *> output_pointers_;
  et::BoxedTensorList output_list_ = {};
  std::vector<et::EValue *> pointers_;
};

using Kernels = std::vector<const et::Kernel *>;

std::string key_of(const et::Kernel &kernel) {
  return kernel.kernel_key ? kernel.kernel_key : "fallback";
}

/// The kernels with the key that the case names ("fallback" for those without), or with the key of
/// the one that the registry finds for the arguments; that one comes first.
Kernels find(const Case &test, et::Span<et::EValue *> args) {
  et::Span<const et::Kernel> kernels =
      et::find_kernels(et::get_registered_kernels(), test.op.c_str());
  Kernels result;
  std::string key = test.key;
  if (key.empty())
    if (const et::Kernel *found = et::select_kernel(kernels, args)) {
      result.push_back(found);
      key = key_of(*found);
    }
  for (const et::Kernel &kernel : kernels)
    if (key == key_of(kernel) && (result.empty() || &kernel != result.front()))
      result.push_back(&kernel);
  return result;
}

bool has_alias(const Case &test) {
  for (const Argument &argument : test.arguments)
    if (argument.alias >= 0)
      return true;
  return false;
}

/// What is wrong with a call that succeeds when its outputs are of other kinds.
std::string run_other_outputs(const Case &test, const et::Kernel &kernel) {
  for (const Outputs outputs : {Outputs::Dynamic, Outputs::Constant}) {
    const bool succeeds = outputs == Outputs::Dynamic;
    Call call(test, outputs);
    et::KernelRuntimeContext context;
    kernel.fn(context, call.args());
    const et::Error expected = succeeds ? et::Error::Ok : et::Error::InvalidProgram;
    const std::string which = succeeds ? "with a dynamic output: " : "with a constant as output: ";
    if (context.failure_state() != expected)
      return which + "the call returned error " +
             std::to_string(static_cast<unsigned>(context.failure_state())) + ", should be " +
             std::to_string(static_cast<unsigned>(expected));
    const std::string problem = call.check(succeeds);
    if (!problem.empty())
      return which + problem;
  }
  return "";
}

/// Runs one case. Returns what is wrong, empty when nothing is, and notes the kernels as covered.
std::string run(const Case &test, std::set<const et::Kernel *> &covered) {
  Call first(test);
  const Kernels kernels = find(test, first.args());
  if (kernels.empty())
    return test.expected == et::Error::OperatorMissing ? "" : "no kernel serves this call";
  for (const et::Kernel *kernel : kernels) {
    Call other(test);
    Call &call = kernel == kernels.front() ? first : other;
    const std::string which = kernel == kernels.front()
                                  ? ""
                                  : "kernel " + std::to_string(kernel - kernels.front()) + " on: ";
    et::KernelRuntimeContext context;
    kernel->fn(context, call.args());
    if (context.failure_state() != test.expected)
      return which + "the call returned error " +
             std::to_string(static_cast<unsigned>(context.failure_state())) + ", should be " +
             std::to_string(static_cast<unsigned>(test.expected));
    if (test.expected == et::Error::Ok)
      covered.insert(kernel);
    std::string problem = call.check(test.expected == et::Error::Ok);
    if (problem.empty() && test.expected == et::Error::Ok && !has_alias(test))
      problem = run_other_outputs(test, *kernel);
    if (!problem.empty())
      return which + problem;
    if (test.is_alike && !call.agrees_with(first))
      return which + "the result is not the first kernel's";
  }
  return "";
}

int run_file(std::istream &file, const char *path) {
  std::set<const et::Kernel *> covered;
  size_t passed = 0, failed = 0, line = 0;
  std::string error;
  for (Case test; read_case(file, line, test, error);) {
    std::string problem = run(test, covered);
    if (problem.empty()) {
      ++passed;
      continue;
    }
    ++failed;
    std::cout << test.op << " " << test.name << ": " << problem << "\n";
  }
  if (!error.empty()) {
    std::cerr << "et-kernel-cases: error: " << path << ": " << error << "\n";
    return 1;
  }
  size_t uncovered = 0;
  for (const et::Kernel &kernel : et::get_registered_kernels())
    if (!covered.count(&kernel)) {
      ++uncovered;
      std::cout << kernel.name << " " << key_of(kernel) << ": no case calls this kernel\n";
    }
  std::cout << et::get_registered_kernels().size() << " kernels, " << uncovered
            << " without a case\n";
  std::cout << passed << " cases passed, " << failed << " failed\n";
  return failed == 0 && uncovered == 0 && passed != 0 ? 0 : 1;
}

} // namespace

} // namespace kernel_cases

int main(int argc, char **argv) {
  if (argc != 2) {
    std::cerr << "usage: et-kernel-cases FILE\n";
    return 1;
  }
  std::ifstream file(argv[1]);
  if (!file) {
    std::cerr << "et-kernel-cases: error: " << argv[1] << ": cannot be read\n";
    return 1;
  }
  return kernel_cases::run_file(file, argv[1]);
}
