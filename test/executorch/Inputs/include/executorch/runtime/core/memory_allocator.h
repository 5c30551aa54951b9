// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Part of a stand-in for ExecuTorch's headers (test/executorch/Inputs/include/README.md): memory
// that is handed out piece by piece.

#pragma once

#include <cstddef>
#include <cstdint>

namespace executorch {
namespace runtime {

class MemoryAllocator {
public:
  static constexpr size_t kDefaultAlignment = alignof(void *);
  MemoryAllocator(uint32_t size, uint8_t *base) : next_(base), end_(base + size) {}
  void *allocate(size_t size, size_t alignment = kDefaultAlignment) {
    const uintptr_t start = (reinterpret_cast<uintptr_t>(next_) + alignment - 1) & -alignment;
    if (start + size > reinterpret_cast<uintptr_t>(end_))
      return nullptr;
    next_ = reinterpret_cast<uint8_t *>(start + size);
    return reinterpret_cast<void *>(start);
  }

private:
  uint8_t *next_, *end_;
};

} // namespace runtime
} // namespace executorch
