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
  /// The export placed some tensors at fixed offsets in these buffers. Buffer `i` needs
  /// MethodMeta::memory_planned_buffer_size(i) bytes, aligned to kPlannedAlignment.
  Span<const Span<uint8_t>> planned_buffers;
  /// Scratch memory for kernels and backends; may be empty if they need none.
  Span<uint8_t> temp = {};
  /// For tensors of unbound shape; may be empty if the method has no such tensor. Their sizes are
  /// known only at run time. If a tensor does not fit, a message says the tensor's size in bytes.
  Span<uint8_t> unbound = {};
};

} // namespace et
