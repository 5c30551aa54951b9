// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The state of a tensor of dynamic shape, beyond the TensorImpl that every tensor has; and the
// memory of unbound tensors.
//
// The state of that memory is the list of the tensors that have a block of it, sorted by address:
// the block itself holds nothing but data. So a program may keep a view of a block that has been
// given back: it sees another tensor's data then, and can do no other harm.
//
// Unbound memory is a list of the tensors that have a block, sorted by address, and has nothing in
// the blocks themselves: a program that keeps a view of a block it gave back cannot damage it.

#pragma once

#include "et/span.h"
#include "et/tensor.h"

namespace et {

struct DynamicTensorImpl : TensorImpl {
  size_t bound = 0;    ///< the most bytes it may have
  size_t capacity = 0; ///< bytes at `data`; its sizes never ask for more
};

struct UnboundTensorImpl;

/// First fit in the order of addresses.
class UnboundMemory {
public:
  UnboundMemory() = default;
  explicit UnboundMemory(Span<uint8_t> memory) : memory_(memory) {}

  /// Gives the tensor, which has none, a block of `size` bytes. False when there is none left.
  bool allocate(UnboundTensorImpl &tensor, size_t size);
  /// Takes the tensor's block back. False when it has none.
  bool release(UnboundTensorImpl &tensor);
  size_t size() const { return memory_.size(); }

private:
  Span<uint8_t> memory_ = {};
  UnboundTensorImpl *first_ = nullptr;
};

struct UnboundTensorImpl : DynamicTensorImpl {
  UnboundMemory *memory = nullptr;
  UnboundTensorImpl *next = nullptr; ///< in `memory`
};

inline bool is_view(const TensorImpl &tensor) {
  return tensor.storage == TensorStorage::View || tensor.storage == TensorStorage::ConstantView;
}

inline bool is_read_only(const TensorImpl &tensor) {
  return tensor.storage == TensorStorage::Constant ||
         tensor.storage == TensorStorage::ConstantView ||
         tensor.storage == TensorStorage::GivenConstant;
}

/// Whether kernels can use elements of the dtype at `data`.
bool is_aligned_for(ScalarType type, const void *data);

/// Bytes that `tensor` may have where it lies now.
size_t capacity_of(const TensorImpl &tensor);

/// The bytes of a tensor with these sizes, none of them negative, and strides that fit their type.
/// False when they are too many.
bool count_bytes(Span<const SizesType> sizes, size_t element_size, size_t &nbytes);

/// Gives `tensor`, which is not of the method's own memory, `capacity` bytes at `data` and the
/// shape `sizes`. On failure it is left without data.
Error place_tensor(TensorImpl &tensor, void *data, size_t capacity, Span<const SizesType> sizes,
                   TensorStorage storage);

/// Takes the memory from an unbound tensor or a view.
void detach_tensor(TensorImpl &tensor);

} // namespace et
