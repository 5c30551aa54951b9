// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory of a method. All of it is the caller's, typically static arrays, and must outlive
// the method; the runtime has no heap.

#pragma once

#include <cstddef>
#include <cstdint>

#include "et/span.h"

namespace et {

/// Hands out parts of a memory block one after the other; they are all freed with the block.
class MemoryAllocator {
public:
  MemoryAllocator(size_t size, uint8_t *base) : base_(base), size_(size) {}
  explicit MemoryAllocator(Span<uint8_t> block) : MemoryAllocator(block.size(), block.data()) {}

  /// `size` bytes aligned to `alignment` (a power of two), or null when the rest does not suffice.
  void *allocate(size_t size, size_t alignment = alignof(max_align_t)) {
    const size_t start = used_ + padding(alignment);
    if (start > size_ || size > size_ - start)
      return nullptr;
    used_ = start + size;
    return base_ + start;
  }
  /// The largest size that allocate() can give now.
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
  /// Alignment that every planned buffer must have.
  static constexpr size_t kPlannedAlignment = 16;

  /// For the runtime's own state of the method; MethodMeta says how much it takes.
  MemoryAllocator *method_allocator;
  /// The planned buffers, in the order and of at least the sizes that MethodMeta tells.
  Span<const Span<uint8_t>> planned_buffers;
  /// Scratch memory for kernels; may be empty when none of the method's kernels asks for any.
  Span<uint8_t> temp = {};
  /// For the tensors of unbound shape that kernels make; may be empty when there are none. Nothing
  /// tells how much it takes, but the message when it does not suffice.
  Span<uint8_t> unbound = {};
};

} // namespace et
