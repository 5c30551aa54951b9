// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory of a method. The caller provides all of it, typically as static arrays that outlive
// the method. The runtime has no heap.

#pragma once

#include <cstddef>
#include <cstdint>

#include "et/span.h"

namespace et {

/// Hands out consecutive parts of a memory block. Single parts cannot be freed.
class MemoryAllocator {
public:
  MemoryAllocator(size_t size, uint8_t *base) : base_(base), size_(size) {}
  explicit MemoryAllocator(Span<uint8_t> block) : MemoryAllocator(block.size(), block.data()) {}

  /// Returns `size` bytes aligned to `alignment` (a power of two), or null if too little is left.
  void *allocate(size_t size, size_t alignment = alignof(max_align_t)) {
    const size_t start = used_ + padding(alignment);
    if (start > size_ || size > size_ - start)
      return nullptr;
    used_ = start + size;
    return base_ + start;
  }
  size_t available(size_t alignment = alignof(max_align_t)) const {
    const size_t start = used_ + padding(alignment);
    return start > size_ ? 0 : size_ - start;
  }
  size_t used_size() const { return used_; }
  size_t size() const { return size_; }

private:
  size_t padding(size_t alignment) const {
    return -(reinterpret_cast<uintptr_t>(base_) + used_) & (alignment - 1);
  }

  uint8_t *base_;
  size_t size_;
  size_t used_ = 0;
};

struct MemoryManager {
  static constexpr size_t kPlannedAlignment = 16;

  /// For the runtime's own state of the method: MethodMeta::method_allocator_size() bytes.
  MemoryAllocator *method_allocator;
  /// Buffers in which the export gave some tensors fixed places. Buffer `i` needs at least
  /// MethodMeta::memory_planned_buffer_size(i) bytes.
  Span<const Span<uint8_t>> planned_buffers;
  /// Scratch memory for kernels; may be empty if no kernel of the method asks for it.
  Span<uint8_t> temp = {};
  /// For tensors of unbound shape; may be empty without such tensors. The needed size is not known
  /// in advance. If a tensor finds no room, a message says how many bytes the tensor needs.
  Span<uint8_t> unbound = {};
};

} // namespace et
