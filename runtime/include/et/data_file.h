// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A .ptd file in memory: weights that ExecuTorch exported separately from the program. The runtime
// reads the file in place, so the file may be in flash.

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
  /// The alignment that the file must have in memory.
  static constexpr size_t kAlignment = 16;

  DataFile() = default;

  /// The file is `size` bytes at `data`. The caller owns the file, and must keep it unchanged while
  /// the map, or a method loaded with the map, is in use. Checks the whole structure, and logs the
  /// reason of a refusal. InvalidArgument: the file is not aligned. InvalidExternalData: the file
  /// is no .ptd file, truncated, or inconsistent.
  static Result<DataFile> load(const void *data, size_t size);

  // If several keys are equal, the first one counts.
  Result<TensorLayout> get_tensor_layout(const char *key) const override;
  Result<Span<const uint8_t>> get_data(const char *key) const override;
  size_t get_num_keys() const override;
  Result<const char *> get_key(size_t index) const override;

private:
  const data::NamedData *find(const char *key) const;
  bool is_consistent(const data::NamedData &named) const;

  const data::DataFile *file_ = nullptr;
  Span<const uint8_t> segments_ = {}; ///< segments' offsets count from data()
};

} // namespace et
