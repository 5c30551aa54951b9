// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory for a method's own state. The loader first computes the exact size, so that a message
// can say how much memory is needed. Then the loader allocates one block and divides the block into
// pieces.
//
// The block holds MethodState, the EValues, their TensorImpls and lists, the delegates and the
// calls. Each piece starts at a multiple of kPieceAlignment.

#pragma once

#include <cstddef>
#include <cstdint>

#include "method_state.h"
#include "schema.h"

namespace et {

constexpr size_t kPieceAlignment = 8;

/// The size of a piece for `count` objects of `size` bytes, rounded up to kPieceAlignment. The sum
/// of all pieces fits in 64 bits, because verify_tables() limits the total length of all vectors.
uint64_t piece_size(size_t count, size_t size);

uint64_t method_memory_size(const schema::ExecutionPlan &plan);

uint64_t value_memory_size(const schema::EValue &value);

size_t count_instructions(const schema::ExecutionPlan &plan);

/// The dynamism that the runtime uses, which may be stricter than the program's: a constant is
/// static, and a planned tensor is never unbound.
TensorShapeDynamism dynamism_of(const schema::Tensor &tensor);

class PieceAllocator {
public:
  PieceAllocator() = default;
  explicit PieceAllocator(void *block) : next_(static_cast<uint8_t *>(block)) {}

  template <typename T> T *take(size_t count) {
    static_assert(alignof(T) <= kPieceAlignment, "pieces are not aligned enough");
    T *piece = reinterpret_cast<T *>(next_);
    next_ += piece_size(count, sizeof(T));
    return piece;
  }

private:
  uint8_t *next_ = nullptr;
};

/// Iterates over the values of a loaded method, and finds the TensorImpl that each tensor owns. The
/// EValues are not enough: a MoveCall makes an EValue refer to another tensor's TensorImpl.
class OwnTensors {
public:
  explicit OwnTensors(const MethodState &state);

  /// Returns null if the next value is no tensor.
  TensorImpl *next();

private:
  const schema::ExecutionPlan &plan_;
  uint8_t *piece_;
  uint32_t index_ = 0;
};

} // namespace et
