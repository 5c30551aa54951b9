// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory as the runtime wants it: of a fixed size and aligned. That there is not enough is an
// error.
//
// Scratch memory is measured by a pattern that it is filled with. The runtime need not count for
// it.

#pragma once

#include "et/span.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <memory>

namespace etprune {

/// Memory that is zero at first, aligned for programs, planned buffers and tensors.
class Block {
public:
  static constexpr size_t Alignment = 64;

  Block() = default;
  /// An error that names `WhatFor` where there is not so much.
  static llvm::Expected<Block> allocate(size_t Size, const llvm::Twine &WhatFor);

  uint8_t *data() const { return Data; }
  size_t size() const { return Size; }
  et::Span<uint8_t> span() const { return {Data, Size}; }

  /// Fills it with a pattern, by which used() tells how far it has been written since.
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
