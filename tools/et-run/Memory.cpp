// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Memory.h"

#include <cstdlib>
#include <cstring>

using namespace llvm;

namespace etprune {

constexpr uint8_t Pattern = 0xa5;

Expected<Block> Block::allocate(size_t Size, const Twine &WhatFor) {
  Block Result;
  // calloc instead of new, because the system gives zeroed pages without writing them, and returns
  // null on failure.
  if (Size <= SIZE_MAX - Alignment)
    Result.Memory.reset(std::calloc(1, Size + Alignment));
  if (!Result.Memory)
    return createStringError("there is not enough memory: " + WhatFor + " needs " + Twine(Size) +
                             " bytes");
  const auto Address = reinterpret_cast<uintptr_t>(Result.Memory.get());
  Result.Data = static_cast<uint8_t *>(Result.Memory.get()) + (-Address & (Alignment - 1));
  Result.Size = Size;
  return Result;
}

void Block::mark() { std::memset(Data, Pattern, Size); }

size_t Block::used() const {
  size_t Used = Size;
  while (Used != 0 && Data[Used - 1] == Pattern)
    --Used;
  return Used;
}

} // namespace etprune
