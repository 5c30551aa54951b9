// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory for the runtime, with a fixed size and alignment.

#pragma once

#include "et/span.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace etprune {

/// Memory that is zero at first, with the alignment of programs, planned buffers and tensors.
class Block {
public:
  static constexpr size_t Alignment = 64;

  Block() = default;
  /// Fails with an error that names `WhatFor` if there is not enough memory.
  static llvm::Expected<Block> allocate(size_t Size, const llvm::Twine &WhatFor) {
    Block Result;
    // calloc instead of new, because the system gives zeroed pages without writing them, and
    // returns null on failure.
    if (Size <= SIZE_MAX - Alignment)
      Result.Memory.reset(std::calloc(1, Size + Alignment));
    if (!Result.Memory)
      return llvm::createStringError("there is not enough memory: " + WhatFor + " needs " +
                                     llvm::Twine(Size) + " bytes");
    const auto Address = reinterpret_cast<uintptr_t>(Result.Memory.get());
    Result.Data = static_cast<uint8_t *>(Result.Memory.get()) + (-Address & (Alignment - 1));
    Result.Size = Size;
    return Result;
  }

  uint8_t *data() const { return Data; }
  size_t size() const { return Size; }
  et::Span<uint8_t> span() const { return {Data, Size}; }

  /// Fills the memory with a pattern, so that used() finds how far the runtime wrote.
  void mark() { std::memset(Data, Pattern, Size); }
  size_t used() const {
    size_t Used = Size;
    while (Used != 0 && Data[Used - 1] == Pattern)
      --Used;
    return Used;
  }

private:
  static constexpr uint8_t Pattern = 0xa5;
  struct Free {
    void operator()(void *Memory) const { std::free(Memory); }
  };
  std::unique_ptr<void, Free> Memory;
  uint8_t *Data = nullptr;
  size_t Size = 0;
};

} // namespace etprune
