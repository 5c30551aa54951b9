// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fallback_dtypes.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <iostream>

#include "call.h"
#include "et/kernel_key.h"

namespace kernel_cases {

namespace {

constexpr size_t kDtypes = 30;
constexpr int kLongCode = 4, kFloatCode = 6, kComplexCode = 10, kBoolCode = 11;
/// A bit mask of the dtypes that tensors can have. The dtypes 16 to 20 (QUInt4x2 to Bits4x2) are
/// missing, because their elements are smaller than a byte.
constexpr uint32_t kAllDtypes = 0x3fe0ffff;
/// Of an operator's examples with equal lists of tensor dtypes, at most this many are used.
constexpr size_t kOfSameDtypes = 2;
/// Only this many examples of an operator also try dtypes that are not in the kernel's key.
constexpr size_t kExamples = 3;

using Dtypes = std::vector<uint32_t>;

Dtypes dtypes_of(const et::Kernel &kernel, size_t count) {
  Dtypes result(count, kernel.kernel_key ? 0 : kAllDtypes);
  if (!kernel.kernel_key)
    return result;
  et::KernelKeyReader reader(kernel.kernel_key);
  et::KernelKeyEntry entry;
  for (uint32_t &dtypes : result)
    dtypes = entry.is_rest || reader.next(entry) ? entry.dtypes : 0;
  return result;
}

std::string text_of(uint32_t dtypes) {
  std::string text;
  for (unsigned first = 0, last; first < kDtypes; first = last + 1) {
    last = first;
    if (!(dtypes >> first & 1))
      continue;
    while (dtypes >> (last + 1) & 1)
      ++last;
    text += (text.empty() ? "" : ",") + std::to_string(first);
    if (last != first)
      text += "-" + std::to_string(last);
  }
  return text;
}

void set_dtype(Argument &tensor, et::ScalarType dtype, uint8_t byte) {
  if (tensor.dtype == dtype)
    return;
  const size_t count = tensor.data.size() / et::element_size(tensor.dtype);
  tensor.dtype = dtype;
  tensor.data.assign(count * et::element_size(dtype), 0);
  for (size_t i = 0; i < count; ++i)
    tensor.data[i * et::element_size(dtype)] = byte;
  tensor.alias = -1;
}

void for_each_tensor(std::vector<Argument> &arguments,
                     const std::function<void(Argument &)> &function) {
  for (Argument &argument : arguments) {
    if (argument.kind == Kind::Tensor)
      function(argument);
    for_each_tensor(argument.items, function);
  }
}

/// If one tensor of a call gets a new dtype, says which other tensors get another dtype, too.
struct Others {
  enum Inputs {
    kStay,
    kAlike,
    kAll
  } inputs;   ///< kAlike: inputs with the tensor's old dtype change; kAll: all inputs change
  int output; ///< the dtype code for all outputs, or one of the constants below
};
/// kStays: the outputs keep their dtypes; kTheDtype: all outputs get the new dtype.
constexpr int kStays = -2, kTheDtype = -1;
constexpr Others kOthers[] = {
    {Others::kStay, kStays},      {Others::kAlike, kTheDtype}, {Others::kAll, kTheDtype},
    {Others::kStay, kTheDtype},   {Others::kAlike, kStays},    {Others::kAll, kStays},
    {Others::kStay, kBoolCode},   {Others::kAlike, kBoolCode}, {Others::kStay, kLongCode},
    {Others::kAlike, kLongCode},  {Others::kStay, kFloatCode}, {Others::kAlike, kFloatCode},
    {Others::kStay, kComplexCode}};

bool has_empty(const std::vector<Argument> &arguments) {
  return std::any_of(arguments.begin(), arguments.end(), [](const Argument &argument) {
    return (argument.kind == Kind::Tensor && argument.data.empty()) || has_empty(argument.items);
  });
}

class Probe {
public:
  explicit Probe(const et::Kernel &kernel) : kernel_(kernel) {}

  void call_variants(const Case &example, bool only_expected) {
    size_t count = 0;
    for (const Argument &argument : example.arguments)
      count += argument.kind == Kind::Tensor;
    if (taken_.size() < count)
      taken_.resize(count);
    const Dtypes expected = dtypes_of(kernel_, count);
    for (size_t i = 0; i < count; ++i)
      for (unsigned dtype = 0; dtype < kDtypes; ++dtype) {
        const uint32_t bit = uint32_t(1) << dtype;
        if ((taken_[i] & bit) == 0 && (!only_expected || (expected[i] & bit) != 0) &&
            is_taken(example, i, static_cast<et::ScalarType>(dtype)))
          taken_[i] |= bit;
      }
  }

  /// Returns an empty text if the dtypes are right and no call had a memory fault.
  std::string problem() const {
    std::string text;
    for (const uint32_t dtypes : taken_)
      text += " " + text_of(dtypes);
    return message_.empty() && is_right() ? "" : message_ + ": takes" + text;
  }

private:
  bool is_right() const {
    if (!kernel_.kernel_key)
      return std::any_of(taken_.begin(), taken_.end(),
                         [](uint32_t dtypes) { return (dtypes & kAllDtypes) == kAllDtypes; });
    et::KernelKeyReader reader(kernel_.kernel_key);
    Dtypes expected, taken;
    for (et::KernelKeyEntry entry; reader.next(entry);)
      if (!entry.is_rest)
        expected.push_back(entry.dtypes);
    // With "*", the key's last entry also applies to all further tensors.
    taken.resize(expected.size());
    for (size_t i = 0; i < taken_.size(); ++i)
      taken[std::min(i, taken.size() - 1)] |= taken_[i];
    return taken == expected && (taken_.size() <= taken.size() ||
                                 kernel_.kernel_key[strlen(kernel_.kernel_key) - 1] == '*');
  }

  bool is_taken(const Case &example, size_t index, et::ScalarType dtype) {
    for (const Others &others : kOthers)
      for (const uint8_t byte : {0, 1}) {
        Case test = example;
        std::vector<Argument *> tensors;
        for (Argument &argument : test.arguments)
          if (argument.kind == Kind::Tensor)
            tensors.push_back(&argument);
        const et::ScalarType own = tensors[index]->dtype;
        for_each_tensor(test.arguments, [&](Argument &tensor) {
          const bool is_alike = others.inputs == Others::kAll ||
                                (others.inputs == Others::kAlike && tensor.dtype == own);
          if (&tensor == tensors[index] || (!tensor.is_output && is_alike) ||
              (tensor.is_output && others.output == kTheDtype))
            set_dtype(tensor, dtype, byte);
          else if (tensor.is_output && others.output >= 0)
            set_dtype(tensor, static_cast<et::ScalarType>(others.output), byte);
        });
        Call call(test);
        et::KernelRuntimeContext context;
        kernel_.fn(context, call.args());
        const bool succeeded = context.failure_state() == et::Error::Ok;
        if (const std::string problem = call.check_memory(succeeded); !problem.empty())
          message_ = ": " + test.name + ": " + problem;
        if (succeeded)
          return true;
      }
    return false;
  }

  const et::Kernel &kernel_;
  Dtypes taken_;
  std::string message_;
};

} // namespace

void FallbackDtypes::add(const Case &test) {
  Case copy = test;
  set_in_place(copy);
  // Kernels need not check empty tensors' dtypes. set_dtype() cannot resize shared memory.
  if (has_empty(copy.arguments) || has_alias(copy.arguments))
    return;
  Examples &examples = examples_[test.op];
  std::vector<et::ScalarType> dtypes;
  for_each_tensor(copy.arguments, [&](Argument &tensor) { dtypes.push_back(tensor.dtype); });
  if (++examples.counts[dtypes] <= kOfSameDtypes)
    examples.cases.push_back(std::move(copy));
}

bool FallbackDtypes::run() const {
  size_t count = 0, wrong = 0;
  for (const et::Kernel &kernel : et::get_registered_kernels()) {
    const auto found = examples_.find(kernel.name);
    if (!is_fallback(kernel) || found == examples_.end())
      continue;
    Probe probe(kernel);
    for (size_t i = 0; i < found->second.cases.size(); ++i)
      probe.call_variants(found->second.cases[i], i >= kExamples);
    const std::string problem = probe.problem();
    ++count;
    wrong += !problem.empty();
    if (!problem.empty())
      std::cout << kernel.name << " " << (kernel.kernel_key ? kernel.kernel_key : "no key")
                << problem << "\n";
  }
  std::cout << count << " fallback kernels, " << wrong
            << " whose keys list other dtypes than they take\n";
  return count != 0 && wrong == 0;
}

} // namespace kernel_cases
