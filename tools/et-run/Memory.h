// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory for the runtime, with a fixed size and alignment. Too little memory is an error.
//
// To measure scratch memory, it is filled with a pattern. The runtime then need not count the
// memory that it uses.

#pragma once

#include "et/span.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <memory>

namespace etprune {

/// Memory that is zero at first, with the alignment of programs, planned buffers and tensors.
class Block {
public:
  static constexpr size_t Alignment = 64;

  Block() = default;
  /// Fails with an error that names `WhatFor` if there is not enough memory.
  static llvm::Expected<Block> allocate(size_t Size, const llvm::Twine &WhatFor);

  uint8_t *data() const { return Data; }
  size_t size() const { return Size; }
  et::Span<uint8_t> span() const { return {Data, Size}; }

  /// Fills the memory with a pattern. used() then finds how far it was written.
  void mark();
  size_t used() const;

private:
  struct Free {
    void operator()(void *Memory) const { std::free(Memory); }
  };
  std::unique_ptr<void, Free> Memory;
  uint8_t *Data = nullptr;
  size_t Size = 0;
};

} // namespace etprune
