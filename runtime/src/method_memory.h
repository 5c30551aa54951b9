// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory for a method's own state. Its size is computed before anything is loaded, so that one
// message can say how much memory is needed. Then it is allocated as one block and handed out in
// pieces. The computed size is exact, because it comes from the vectors that loading reads.
//
// The block holds MethodState, the values, the pieces that values need beyond their EValue, the
// delegates and the calls. Each piece starts at a multiple of kPieceAlignment.

#pragma once

#include <cstddef>
#include <cstdint>

#include "method_state.h"
#include "schema.h"

namespace et {

constexpr size_t kPieceAlignment = 8;

/// Counts are lengths of vectors in the file, so a sum of sizes does not overflow 64 bits.
uint64_t piece_size(size_t count, size_t size);

uint64_t method_memory_size(const schema::ExecutionPlan &plan);

uint64_t value_memory_size(const schema::EValue &value);

size_t count_instructions(const schema::ExecutionPlan &plan);

/// A constant's shape is static; a planned tensor's shape has a bound.
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

/// Iterates over a loaded plan's values, to find the TensorImpl that each tensor owns.
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
