// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pages of 2 MiB for memory that is about to be written: with small ones the kernel is entered for
// every 4 KiB, which can take longer than writing them.

#pragma once

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <sys/mman.h>

namespace etprune {

/// Asks the kernel for large pages for what of `Memory` they fit into. It may have none.
inline void useLargePages(llvm::MutableArrayRef<char> Memory) {
  constexpr size_t PageSize = size_t(2) << 20;
  const size_t Before = PageSize - reinterpret_cast<uintptr_t>(Memory.data()) % PageSize;
  if (Memory.size() < Before + PageSize)
    return;
  Memory = Memory.drop_front(Before);
  (void)::madvise(Memory.data(), Memory.size() / PageSize * PageSize, MADV_HUGEPAGE);
}

} // namespace etprune
