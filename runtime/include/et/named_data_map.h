// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Named data: that of a program for its delegates, and weights that lie in files of
// their own. Names are ExecuTorch's.

#pragma once

#include <cstddef>
#include <cstdint>

#include "et/error.h"
#include "et/span.h"
#include "et/tensor.h"

namespace et {

/// The dtype and shape of a named tensor.
struct TensorLayout {
  ScalarType scalar_type = ScalarType::Byte;
  Span<const SizesType> sizes = {};
  Span<const DimOrderType> dim_order = {};
};

/// Implemented by whoever has such data.
class NamedDataMap {
public:
  /// The layout of the tensor `key`. NotFound: there is no such data. NotImplemented: it is known
  /// by its bytes only.
  virtual Result<TensorLayout> get_tensor_layout(const char *) const {
    return Error::NotImplemented;
  }
  /// The bytes that go by `key`; they stay while the map is used. NotFound: there are none.
  virtual Result<Span<const uint8_t>> get_data(const char *key) const = 0;
  virtual size_t get_num_keys() const = 0;
  /// InvalidArgument when there is no such key.
  virtual Result<const char *> get_key(size_t index) const = 0;

protected:
  ~NamedDataMap() = default;
};

} // namespace et
