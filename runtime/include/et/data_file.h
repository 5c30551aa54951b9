// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A .ptd file in memory: the weights that ExecuTorch exported beside a program. The file is used
// where it lies, so it may stand in flash.

#pragma once

#include <cstddef>
#include <cstdint>

#include "et/error.h"
#include "et/named_data_map.h"
#include "et/span.h"

namespace et {

namespace data {
struct DataFile;
struct NamedData;
} // namespace data

class DataFile final : public NamedDataMap {
public:
  /// Alignment that the file must have in memory.
  static constexpr size_t kAlignment = 16;

  DataFile() = default;

  /// `size` bytes at `data` are the file; they must stay there, unchanged, while the map or a
  /// method loaded with it is used. The whole structure is checked, and why it is refused is
  /// logged. InvalidArgument: wrongly aligned. InvalidExternalData: not such a file, truncated, or
  /// inconsistent.
  static Result<DataFile> load(const void *data, size_t size);

  // The first of several keys that are equal counts.
  Result<TensorLayout> get_tensor_layout(const char *key) const override;
  Result<Span<const uint8_t>> get_data(const char *key) const override;
  size_t get_num_keys() const override;
  Result<const char *> get_key(size_t index) const override;

private:
  const data::NamedData *find(const char *key) const;
  bool is_consistent(const data::NamedData &named) const;

  const data::DataFile *file_ = nullptr;
  Span<const uint8_t> segments_ = {}; ///< the offsets of segments are relative to it
};

} // namespace et
