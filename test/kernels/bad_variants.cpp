// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes the bad variants of a call: see bad_arguments.h.

#include "bad_variants.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace kernel_cases {

namespace {

using et::ScalarType;
using Variants = std::vector<std::pair<std::string, Argument>>;

constexpr int64_t kMost = INT64_MAX, kLeast = INT64_MIN;
constexpr int64_t kIntegers[] = {0,     1,       -1,        2,
                                 -2,    100,     -100,      int64_t(1) << 31,
                                 kMost, kLeast,  kMost / 2, -(int64_t(1) << 31),
                                 65536, 1 << 30, 16,        int64_t(1) << 32};
constexpr double kNumbers[] = {NAN, INFINITY, -INFINITY, 1e300, -1.5, 0.0, 0.5, 5e-324};
constexpr ScalarType kDtypes[] = {
    ScalarType::Byte,  ScalarType::Char,         ScalarType::Short,         ScalarType::Int,
    ScalarType::Long,  ScalarType::Half,         ScalarType::Float,         ScalarType::Double,
    ScalarType::Bool,  ScalarType::ComplexFloat, ScalarType::ComplexDouble, ScalarType::BFloat16,
    ScalarType::QInt8, ScalarType::ComplexHalf,  ScalarType::UInt16};
constexpr size_t kMaxElements = INT32_MAX;

Argument of_kind(Kind kind) {
  Argument result;
  result.kind = kind;
  return result;
}

size_t numel(const std::vector<int32_t> &sizes) {
  size_t result = 1;
  for (const int32_t extent : sizes)
    result *= static_cast<size_t>(extent);
  return result;
}

/// Keeps the data that fits, and fills new elements with the byte 1. If the number of dimensions
/// changes, the dim order becomes contiguous.
Argument with_sizes(Argument tensor, std::vector<int32_t> sizes) {
  if (sizes.size() != tensor.sizes.size()) {
    tensor.order.resize(sizes.size());
    for (size_t d = 0; d < sizes.size(); ++d)
      tensor.order[d] = static_cast<uint8_t>(d);
  }
  tensor.sizes = std::move(sizes);
  tensor.data.resize(numel(tensor.sizes) * et::element_size(tensor.dtype), 1);
  tensor.alias = -1;
  return tensor;
}

Argument with_dtype(Argument tensor, ScalarType dtype) {
  tensor.dtype = dtype;
  tensor.data.assign(numel(tensor.sizes) * et::element_size(dtype), 1);
  tensor.alias = -1;
  return tensor;
}

Argument without_memory(Argument tensor) {
  tensor.is_absent = true;
  tensor.data.clear();
  tensor.alias = -1;
  return tensor;
}

Argument float_tensor(std::vector<int32_t> sizes) {
  Argument tensor = of_kind(Kind::Tensor);
  tensor.dtype = ScalarType::Float;
  return with_sizes(tensor, std::move(sizes));
}

void add_numbers(Variants &result) {
  const auto add = [&](const std::string &what, Argument argument) {
    result.emplace_back(what, std::move(argument));
  };
  for (const int64_t value : kIntegers) {
    Argument argument = of_kind(Kind::Int);
    argument.integer = value;
    add(std::to_string(value), argument);
    argument.kind = Kind::Ints;
    argument.integers.assign(1, value);
    add("[" + std::to_string(value) + "]", argument);
    argument.integers.assign(2, value);
    add("[" + std::to_string(value) + "] * 2", argument);
  }
  for (const double value : kNumbers) {
    Argument argument = of_kind(Kind::Double);
    argument.number = value;
    add(std::to_string(value), argument);
    argument.kind = Kind::Doubles;
    argument.numbers.assign(2, value);
    add("[" + std::to_string(value) + "] * 2", argument);
  }
}

const Variants &any_arguments() {
  static const Variants arguments = [] {
    Variants result;
    const auto add = [&](const std::string &what, Argument argument) {
      result.emplace_back(what, std::move(argument));
    };
    add("None", of_kind(Kind::None));
    add_numbers(result);
    for (const Kind kind : {Kind::Ints, Kind::Doubles, Kind::Bools, Kind::String, Kind::Tensors,
                            Kind::OptionalTensors})
      add("empty argument of kind " + std::to_string(static_cast<int>(kind)), of_kind(kind));
    Argument argument = of_kind(Kind::Bool);
    for (const int64_t value : {0, 1}) {
      argument.integer = value;
      add(value ? "True" : "False", argument);
    }
    argument.kind = Kind::Bools;
    argument.integers = {1, 0, 1};
    add("bools", argument);
    argument = of_kind(Kind::Ints);
    argument.integers.assign(20, 1);
    add("[1] * 20", argument);
    argument = of_kind(Kind::String);
    argument.text = "string";
    add("string", argument);
    argument = of_kind(Kind::OptionalTensors);
    argument.items.resize(2);
    argument.integer = 2;
    add("[None, None]", argument);
    for (const std::vector<int32_t> &sizes :
         {std::vector<int32_t>{}, {0}, {1}, {2, 3}, {1, 1, 2, 2}, {1, 1, 1, 1, 1, 2}}) {
      const std::string dims = " tensor of " + std::to_string(sizes.size()) + " dims";
      const Argument tensor = float_tensor(sizes);
      add("Float" + dims, tensor);
      add("Long" + dims, with_dtype(tensor, ScalarType::Long));
      argument = of_kind(Kind::Tensors);
      argument.items.assign(2, tensor);
      argument.integer = 2;
      add("list of" + dims, argument);
    }
    return result;
  }();
  return arguments;
}

void add_sizes(Variants &result, const Argument &tensor) {
  std::vector<int32_t> sizes = tensor.sizes;
  const auto add = [&](const std::string &what) {
    if (numel(sizes) < 1 << 16)
      result.emplace_back(what, with_sizes(tensor, sizes));
  };
  for (size_t d = 0; d < sizes.size(); ++d) {
    const int32_t extent = sizes[d];
    for (const int32_t other : std::initializer_list<int32_t>{0, 1, extent + 1, extent - 1, 100}) {
      sizes[d] = std::max<int32_t>(other, 0);
      add("with " + std::to_string(sizes[d]) + " as size " + std::to_string(d));
    }
    sizes[d] = 1;
    const size_t others = numel(sizes);
    if (others != 0) {
      // The loader accepts a tensor of less than 2 GiB. The largest elements have 16 bytes.
      sizes[d] = static_cast<int32_t>(kMaxElements / 16 / others);
      Argument huge = tensor;
      huge.sizes = sizes;
      result.emplace_back("huge in dim " + std::to_string(d), without_memory(std::move(huge)));
    }
    sizes[d] = extent;
  }
  sizes.insert(sizes.begin(), 1);
  add("with another first dim");
  sizes.assign(16, 1);
  add("of 16 dims");
  sizes = tensor.sizes;
  sizes.push_back(1);
  add("with another last dim");
  sizes.push_back(2);
  add("with two more dims");
  sizes = tensor.sizes;
  if (!sizes.empty())
    sizes.pop_back();
  add("without its last dim");
  sizes.clear();
  add("without dims");
}

/// `before` has one size in bytes for each tensor that precedes this tensor in the call.
void add_tensors(Variants &result, const Argument &tensor, const std::vector<size_t> &before) {
  result.emplace_back("without memory", without_memory(tensor));
  for (const ScalarType dtype : kDtypes)
    if (dtype != tensor.dtype)
      result.emplace_back("of dtype " + std::to_string(static_cast<int>(dtype)),
                          with_dtype(tensor, dtype));
  add_sizes(result, tensor);
  Argument changed = tensor;
  std::reverse(changed.order.begin(), changed.order.end());
  result.emplace_back("in reverse order", changed);
  changed = tensor;
  if (tensor.order.size() > 2) {
    std::rotate(changed.order.begin() + 1, changed.order.begin() + 2, changed.order.end());
    result.emplace_back("channels last", changed);
  }
  if (!tensor.is_output && tensor.dtype != ScalarType::Bool) {
    for (const int byte : {0, 0x7f, 0x80, 0xff, 0x01}) {
      changed = tensor;
      std::fill(changed.data.begin(), changed.data.end(), static_cast<uint8_t>(byte));
      result.emplace_back("with bytes " + std::to_string(byte), changed);
      if (changed.data.size() > et::element_size(tensor.dtype)) {
        std::copy_n(tensor.data.begin(), et::element_size(tensor.dtype), changed.data.begin());
        result.emplace_back("with bytes after its first element " + std::to_string(byte), changed);
      }
    }
  }
  for (size_t other = 0; tensor.is_output && other < before.size(); ++other) {
    changed = tensor;
    changed.alias = static_cast<int>(other);
    if (before[other] != 0 && before[other] >= tensor.data.size())
      result.emplace_back("in the memory of tensor " + std::to_string(other), changed);
  }
}

template <typename List, typename Items>
void add_items(Variants &result, const Argument &argument, List Argument::*list,
               const Items &items) {
  Argument changed = argument;
  for (size_t i = 0; i < (argument.*list).size(); ++i) {
    for (const auto item : items) {
      (changed.*list)[i] = item;
      result.emplace_back("with item " + std::to_string(i) + " " + std::to_string(item), changed);
    }
    (changed.*list)[i] = (argument.*list)[i];
  }
  (changed.*list).push_back(1);
  result.emplace_back("with one more item", changed);
  changed = argument;
  if ((changed.*list).empty())
    return;
  (changed.*list).pop_back();
  result.emplace_back("with one item less", changed);
}

void add_bytes(const Argument &argument, std::vector<size_t> &bytes) {
  if (argument.kind == Kind::Tensor)
    bytes.push_back(argument.data.size());
  for (const Argument &item : argument.items)
    add_bytes(item, bytes);
}

Variants variants_of(const Argument &argument, std::vector<size_t> before) {
  Variants result;
  if (argument.kind == Kind::Tensor)
    add_tensors(result, argument, before);
  if (argument.kind == Kind::Ints)
    add_items(result, argument, &Argument::integers, kIntegers);
  if (argument.kind == Kind::Doubles)
    add_items(result, argument, &Argument::numbers, kNumbers);
  Argument changed = argument;
  for (size_t i = 0; i < argument.items.size(); ++i) {
    for (auto &[what, item] : variants_of(argument.items[i], before)) {
      changed.items[i] = item;
      result.emplace_back("with item " + std::to_string(i) + " " + what, changed);
    }
    if (argument.kind == Kind::OptionalTensors) {
      changed.items[i] = Argument();
      result.emplace_back("with item " + std::to_string(i) + " None", changed);
    }
    changed = argument;
    add_bytes(argument.items[i], before);
  }
  if (!changed.items.empty()) {
    changed.items.pop_back();
    --changed.integer;
    result.emplace_back("with one item less", changed);
  }
  return result;
}

void set_output(Argument &argument) {
  argument.is_output = true;
  for (Argument &item : argument.items)
    set_output(item);
}

bool has_output(const Argument &argument) {
  return argument.is_output ||
         std::any_of(argument.items.begin(), argument.items.end(), has_output);
}

} // namespace

void for_each_bad_variant(const Case &good,
                          const std::function<void(const Case &, const std::string &)> &function) {
  Case bad = good;
  std::vector<size_t> before;
  for (size_t i = 0; i < good.arguments.size(); ++i) {
    const Argument &argument = good.arguments[i];
    const std::string which = "argument " + std::to_string(i) + " ";
    // A list of Bool is an output mask. A tensor that the mask excludes is no output of
    // the case. With a changed mask, the kernel may write this tensor, so make it an output.
    for (size_t later = i + 1; argument.kind == Kind::Bools && later < bad.arguments.size();
         ++later)
      set_output(bad.arguments[later]);
    for (auto &[what, changed] : variants_of(argument, before)) {
      bad.arguments[i] = changed;
      function(bad, which + what);
    }
    for (const auto &[what, other] : any_arguments()) {
      bad.arguments[i] = other;
      if (has_output(argument))
        set_output(bad.arguments[i]);
      function(bad, which + what);
    }
    bad.arguments = good.arguments;
    add_bytes(argument, before);
  }
  while (!bad.arguments.empty()) {
    bad.arguments.pop_back();
    function(bad, "only " + std::to_string(bad.arguments.size()) + " arguments");
  }
}

} // namespace kernel_cases
