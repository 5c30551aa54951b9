// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The state of a tensor with a dynamic shape, beyond TensorImpl; and the memory of unbound tensors.
//
// That memory is managed by a list of the tensors that own a block, sorted by address. The blocks
// hold only data. So a program that keeps a view of a freed block sees another tensor's data, but
// cannot damage the list.

#pragma once

#include "et/span.h"
#include "et/tensor.h"

namespace et {

struct DynamicTensorImpl : TensorImpl {
  size_t bound = 0;    ///< the largest number of bytes
  size_t capacity = 0; ///< bytes at `data`; never less than its sizes need
};

struct UnboundTensorImpl;

/// Allocates by first fit, in the order of addresses.
class UnboundMemory {
public:
  UnboundMemory() = default;
  explicit UnboundMemory(Span<uint8_t> memory) : memory_(memory) {}

  /// Gives the tensor, which must have none, a block of `size` bytes. False if no free block is
  /// that large.
  bool allocate(UnboundTensorImpl &tensor, size_t size);
  /// Frees the tensor's block. False if it has none.
  bool release(UnboundTensorImpl &tensor);
  size_t size() const { return memory_.size(); }

private:
  Span<uint8_t> memory_ = {};
  UnboundTensorImpl *first_ = nullptr;
};

struct UnboundTensorImpl : DynamicTensorImpl {
  UnboundMemory *memory = nullptr;
  UnboundTensorImpl *next = nullptr; ///< in the list of `memory`
};

inline bool is_view(const TensorImpl &tensor) {
  return tensor.storage == TensorStorage::View || tensor.storage == TensorStorage::ConstantView;
}

inline bool is_read_only(const TensorImpl &tensor) {
  return tensor.storage == TensorStorage::Constant ||
         tensor.storage == TensorStorage::ConstantView ||
         tensor.storage == TensorStorage::GivenConstant;
}

/// Whether `data` is aligned for elements of the dtype.
bool is_aligned_for(ScalarType type, const void *data);

/// The number of bytes that `tensor` may have at its current place.
size_t capacity_of(const TensorImpl &tensor);

/// Computes the number of bytes of a tensor with these sizes, which must not be negative and whose
/// strides must fit in their type. False on overflow.
bool count_bytes(Span<const SizesType> sizes, size_t element_size, size_t &nbytes);

/// Gives `tensor` memory that is not the method's: `capacity` bytes at `data`, and the shape
/// `sizes`. On failure it has no data.
Error place_tensor(TensorImpl &tensor, void *data, size_t capacity, Span<const SizesType> sizes,
                   TensorStorage storage);

/// Removes the memory from an unbound tensor or a view.
void detach_tensor(TensorImpl &tensor);

} // namespace et
