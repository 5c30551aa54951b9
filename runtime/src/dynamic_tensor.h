// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The additional state of tensors with a dynamic shape. Unbound tensors (DYNAMIC_UNBOUND) have no
// largest size, so their memory is allocated at run time, from an UnboundMemory.
//
// UnboundMemory gives each tensor one block, and keeps a linked list of these tensors, sorted by
// the blocks' addresses. The links are in the tensors; the blocks hold only data. So a program that
// keeps a view of a freed block sees another tensor's data, but cannot damage the list.

#pragma once

#include "et/span.h"
#include "et/tensor.h"

namespace et {

struct DynamicTensorImpl : TensorImpl {
  size_t bound = 0;    ///< the largest size in bytes that the tensor may get
  size_t capacity = 0; ///< the size in bytes of the memory at `data`
};

struct UnboundTensorImpl;

/// Allocates by first fit, in the order of addresses.
class UnboundMemory {
public:
  UnboundMemory() = default;
  explicit UnboundMemory(Span<uint8_t> memory) : memory_(memory) {}

  /// The tensor must not have a block yet. Returns false if no free block has `size` bytes.
  bool allocate(UnboundTensorImpl &tensor, size_t size);
  /// Returns false if the tensor has no block.
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

bool is_aligned_for(ScalarType type, const void *data);

size_t capacity_of(const TensorImpl &tensor);

/// The caller has checked that no size is negative and that the strides fit in their type. Returns
/// false if the number of bytes exceeds PTRDIFF_MAX, or if `element_size` is 0.
bool count_bytes(Span<const SizesType> sizes, size_t element_size, size_t &nbytes);

/// Gives `tensor` the shape `sizes`, and the `capacity` bytes at `data` as its memory. On failure
/// the tensor has no data.
Error place_tensor(TensorImpl &tensor, void *data, size_t capacity, Span<const SizesType> sizes,
                   TensorStorage storage);

void detach_tensor(TensorImpl &tensor);

} // namespace et
