// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A map from names to data. The data of delegates in a program, and the weights in a .ptd file,
// have names. The class and its functions are named as in ExecuTorch.

#pragma once

#include <cstddef>
#include <cstdint>

#include "et/error.h"
#include "et/span.h"
#include "et/tensor.h"

namespace et {

struct TensorLayout {
  ScalarType scalar_type = ScalarType::Byte;
  Span<const SizesType> sizes = {};
  Span<const DimOrderType> dim_order = {};
};

class NamedDataMap {
public:
  /// Returns the layout of the tensor with the given key. NotFound: there is no such tensor.
  /// NotImplemented: the map has the tensor's bytes, but not the layout.
  virtual Result<TensorLayout> get_tensor_layout(const char *) const {
    return Error::NotImplemented;
  }
  /// Returns the bytes named `key`, valid as long as the map. NotFound: there is no such data.
  virtual Result<Span<const uint8_t>> get_data(const char *key) const = 0;
  virtual size_t get_num_keys() const = 0;
  /// InvalidArgument: there is no such key.
  virtual Result<const char *> get_key(size_t index) const = 0;

protected:
  ~NamedDataMap() = default;
};

} // namespace et
