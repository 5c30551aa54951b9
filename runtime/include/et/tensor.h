// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tensor as kernels see it: sizes, dim order, strides, dtype and data. All memory is the
// caller's. Names are ExecuTorch's, so that kernels port between the two.

#pragma once

#include <cstddef>
#include <cstdint>

#include "et/error.h"
#include "et/scalar_type.h"
#include "et/span.h"

namespace et {

using SizesType = int32_t;
using DimOrderType = uint8_t;
using StridesType = int32_t;

/// The most dimensions a tensor can have here, as in ExecuTorch.
constexpr size_t kTensorDimensionLimit = 16;

/// The shape, type and place of a tensor. `sizes`, `dim_order` and `strides` have `dim` entries
/// each. `dim_order` lists the dimensions from the outermost in memory to the innermost; `strides`
/// are in elements and follow from the two. Shapes are static: all three are read where they
/// stand, often in flash. `data` may be null until an input is set.
struct TensorImpl {
  ScalarType type;
  uint8_t dim;
  const SizesType *sizes;
  const DimOrderType *dim_order;
  const StridesType *strides;
  void *data;
};

/// A handle to a TensorImpl: copied by value, compares by identity, never owns.
class Tensor {
public:
  Tensor() = default;
  explicit Tensor(TensorImpl *impl) : impl_(impl) {}

  ScalarType scalar_type() const { return impl_->type; }
  size_t dim() const { return impl_->dim; }
  SizesType size(size_t d) const { return impl_->sizes[d]; }
  Span<const SizesType> sizes() const { return {impl_->sizes, impl_->dim}; }
  Span<const DimOrderType> dim_order() const { return {impl_->dim_order, impl_->dim}; }
  Span<const StridesType> strides() const { return {impl_->strides, impl_->dim}; }
  /// Number of elements; 1 for a zero-dimensional tensor.
  size_t numel() const {
    size_t count = 1;
    for (SizesType size : sizes())
      count *= static_cast<size_t>(size);
    return count;
  }
  size_t element_size() const { return et::element_size(impl_->type); }
  size_t nbytes() const { return numel() * element_size(); }
  template <typename T> const T *const_data_ptr() const {
    return static_cast<const T *>(impl_->data);
  }
  template <typename T> T *mutable_data_ptr() const { return static_cast<T *>(impl_->data); }
  const void *const_data_ptr() const { return impl_->data; }
  void *mutable_data_ptr() const { return impl_->data; }
  TensorImpl *unsafeGetTensorImpl() const { return impl_; }

private:
  TensorImpl *impl_ = nullptr;
};

/// Fills `strides` from `sizes` and `dim_order` (all of `dim` entries). A dimension of size 0 or 1
/// counts as 1. Returns false when `dim_order` is not a permutation of 0..dim-1, a size is
/// negative, or a stride is too large for its type.
bool dim_order_to_strides(const SizesType *sizes, const DimOrderType *dim_order, size_t dim,
                          StridesType *strides);

/// Gives `tensor` the shape `sizes`. Every kernel does this with each of its outputs, once it knows
/// their shapes and before it writes: it is what makes the output one that may be written. A
/// tensor of static shape has its sizes already. NotSupported: the tensor cannot have these.
Error resize_tensor(Tensor tensor, Span<const SizesType> sizes);

} // namespace et
