// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes tensors, int lists and calls for tests of kernels. A kernel gets its arguments as EValues,
// in the same form as from et::Method. A tensor's memory ends after its last element, so that a
// sanitizer reports accesses after this element. A tensor without elements has no memory.

#pragma once

#include "et/evalue.h"
#include "et/registry.h"
#include "et/tensor.h"

#include <string>
#include <utility>
#include <vector>

template <typename T> struct Elements {
  Elements(et::ScalarType type, std::vector<et::SizesType> shape, std::vector<T> content = {},
           std::vector<et::DimOrderType> dims = {})
      : sizes(std::move(shape)), order(std::move(dims)), strides(sizes.size()),
        data(std::move(content)) {
    for (size_t d = order.size(); d < sizes.size(); ++d)
      order.push_back(static_cast<et::DimOrderType>(d));
    et::dim_order_to_strides(sizes.data(), order.data(), sizes.size(), strides.data());
    impl.type = type;
    impl.dim = static_cast<uint8_t>(sizes.size());
    impl.sizes = sizes.data();
    impl.dim_order = order.data();
    impl.strides = strides.data();
    impl.data = data.data();
  }
  Elements(const Elements &) = delete;
  Elements &operator=(const Elements &) = delete;
  et::EValue value() { return et::EValue(et::Tensor(&impl)); }

  std::vector<et::SizesType> sizes;
  std::vector<et::DimOrderType> order;
  std::vector<et::StridesType> strides;
  std::vector<T> data;
  et::TensorImpl impl{};
};

struct Ints {
  explicit Ints(const std::vector<int64_t> &list) : unboxed(list.size()) {
    for (const int64_t item : list)
      values.push_back(et::EValue(item));
    for (et::EValue &value : values)
      items.push_back(&value);
    boxed = {items.data(), unboxed.data(), list.size()};
  }
  Ints(const Ints &) = delete;
  Ints &operator=(const Ints &) = delete;
  et::EValue value() { return et::EValue(&boxed); }

  std::vector<et::EValue> values;
  std::vector<et::EValue *> items;
  std::vector<int64_t> unboxed;
  et::BoxedIntList boxed{};
};

inline et::Error call_operator(const std::string &op, std::vector<et::EValue> &values,
                               et::KernelRuntimeContext context = {}) {
  std::vector<et::EValue *> pointers;
  for (et::EValue &value : values)
    pointers.push_back(&value);
  const et::Span<et::EValue *> args(pointers.data(), pointers.size());
  const et::Result<et::OpFunction> kernel = et::get_op_function_from_registry(op.c_str(), args);
  if (!kernel.ok())
    return kernel.error();
  kernel.get()(context, args);
  return context.failure_state();
}
