// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory that a method's own state takes. It is measured before anything is loaded, so that
// too little memory is one message which says how much is needed; then it is taken as one block
// and given out piece by piece. Measuring and loading go over the same vectors of the program.
//
// The block: MethodState, the values, the pieces that values have beyond their EValue, and then the
// calls. Each piece starts at a multiple of kPieceAlignment.

#pragma once

#include <cstddef>
#include <cstdint>

#include "method_state.h"
#include "schema.h"

namespace et {

constexpr size_t kPieceAlignment = 8;

/// The bytes that `count` objects of `size` bytes take as a piece. Counts come from vectors that
/// lie in the file, so that 64 bits hold every sum.
uint64_t piece_size(size_t count, size_t size);

/// The bytes that loading a method takes in all.
uint64_t method_memory_size(const schema::ExecutionPlan &plan);

/// The bytes of the pieces that belong to one value.
uint64_t value_memory_size(const schema::EValue &value);

/// The instructions of all chains.
size_t count_instructions(const schema::ExecutionPlan &plan);

/// How the tensor's shape can change. A constant's never does; a planned tensor has a bound.
TensorShapeDynamism dynamism_of(const schema::Tensor &tensor);

/// Gives out the measured block.
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

/// Goes through a loaded plan's values to find the TensorImpl that each tensor has of its own.
class OwnTensors {
public:
  explicit OwnTensors(const MethodState &state);

  /// That of the next value; null when it is no tensor.
  TensorImpl *next();

private:
  const schema::ExecutionPlan &plan_;
  uint8_t *piece_;
  uint32_t index_ = 0;
};

} // namespace et
