// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tensor for calls of kernels, whose memory ends where its elements do. Without elements it has
// no memory.

#pragma once

#include "et/evalue.h"
#include "et/tensor.h"

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
