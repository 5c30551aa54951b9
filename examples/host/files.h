// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory as the runtime wants it, and files read into such memory.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "et/span.h"

/// Memory of a fixed size, zero at first, aligned for programs, planned buffers and tensors.
class Block {
public:
  static constexpr size_t kAlignment = 64;

  /// False when there is not so much memory.
  bool allocate(size_t size);

  uint8_t *data() const { return data_; }
  size_t size() const { return size_; }
  et::Span<uint8_t> span() const { return {data_, size_}; }

private:
  std::unique_ptr<void, void (*)(void *)> memory_{nullptr, nullptr};
  uint8_t *data_ = nullptr;
  size_t size_ = 0;
};

/// Returns what is wrong, or an empty string.
std::string read_file(const std::string &path, Block &file);
