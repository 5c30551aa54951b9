// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tensor as kernels see it: sizes, dim order, strides, dtype and data. The caller owns all
// memory. Names are as in ExecuTorch, so that kernels can be ported in both directions.

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

/// ExecuTorch has the same limit.
constexpr size_t kTensorDimensionLimit = 16;

/// How a tensor's sizes may change: not at all, up to the program's bound, or without a limit.
enum class TensorShapeDynamism : uint8_t { STATIC, DYNAMIC_BOUND, DYNAMIC_UNBOUND };

enum class TensorStorage : uint8_t {
  Given,         ///< the caller's memory, a block of MemoryManager::unbound, or no memory yet
  GivenConstant, ///< the caller's memory, read-only
  Planned,       ///< a place in a planned buffer
  Constant,      ///< read-only memory, often in the file
  View,          ///< another tensor's memory
  ConstantView,  ///< another tensor's memory, read-only
};

/// `sizes`, `dim_order` and `strides` have `dim` entries each. `dim_order` lists the dimensions
/// from the outermost in memory to the innermost. `strides` count elements and follow from `sizes`
/// and `dim_order`. The three arrays are often in flash, but a method's dynamic tensor has its own,
/// writable sizes and strides. `data` is null while the tensor has no memory.
struct TensorImpl {
  TensorImpl() = default;
  TensorImpl(ScalarType its_type, uint8_t its_dim, const SizesType *its_sizes,
             const DimOrderType *its_order, const StridesType *its_strides, void *its_data)
      : type(its_type), dim(its_dim), sizes(its_sizes), dim_order(its_order), strides(its_strides),
        data(its_data) {}
  /// A copy has the same shape and data. The copy is static, because a TensorImpl lacks the
  /// additional state of dynamic tensors.
  TensorImpl(const TensorImpl &other)
      : TensorImpl(other.type, other.dim, other.sizes, other.dim_order, other.strides, other.data) {
  }
  TensorImpl &operator=(const TensorImpl &other) {
    if (this == &other)
      return *this;
    type = other.type;
    dim = other.dim;
    shape_dynamism = TensorShapeDynamism::STATIC;
    storage = TensorStorage::Given;
    sizes = other.sizes;
    dim_order = other.dim_order;
    strides = other.strides;
    data = other.data;
    return *this;
  }

  ScalarType type = ScalarType::Byte;
  uint8_t dim = 0;
  TensorShapeDynamism shape_dynamism = TensorShapeDynamism::STATIC;
  TensorStorage storage = TensorStorage::Given;
  const SizesType *sizes = nullptr;
  const DimOrderType *dim_order = nullptr;
  const StridesType *strides = nullptr;
  void *data = nullptr;

  size_t numel() const;
  size_t nbytes() const;
};

/// The size of an element. Not inline, unlike element_size() of scalar_type.h, so that an image has
/// the table of sizes only once.
size_t dtype_size(ScalarType type);

/// A handle to a TensorImpl: copied by value, compares by identity, owns nothing.
class Tensor {
public:
  Tensor() = default;
  explicit Tensor(TensorImpl *impl) : impl_(impl) {}

  /// True if there is a tensor. All other members require a tensor.
  bool defined() const { return impl_ != nullptr; }
  ScalarType scalar_type() const { return impl_->type; }
  TensorShapeDynamism shape_dynamism() const { return impl_->shape_dynamism; }
  size_t dim() const { return impl_->dim; }
  SizesType size(size_t d) const { return impl_->sizes[d]; }
  Span<const SizesType> sizes() const { return {impl_->sizes, impl_->dim}; }
  Span<const DimOrderType> dim_order() const { return {impl_->dim_order, impl_->dim}; }
  Span<const StridesType> strides() const { return {impl_->strides, impl_->dim}; }
  size_t numel() const { return impl_->numel(); }
  size_t element_size() const { return dtype_size(impl_->type); }
  size_t nbytes() const { return impl_->nbytes(); }
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

/// Computes `strides` from `sizes` and `dim_order`; all have `dim` entries. A dimension of size 0
/// counts as 1. Returns false if `dim` exceeds kTensorDimensionLimit, `dim_order` is no permutation
/// of 0..dim-1, a size is negative, or a stride overflows its type.
bool dim_order_to_strides(const SizesType *sizes, const DimOrderType *dim_order, size_t dim,
                          StridesType *strides);

/// Gives `tensor` the shape `sizes`. A kernel must call this function for each output before it
/// writes the output. A tensor of static shape must already have these sizes. A tensor of unbound
/// shape may move to other memory, and then loses its elements.
///
/// InvalidProgram: the tensor is a constant or a view of a constant. NotSupported: the tensor
/// cannot have these sizes. MemoryAllocationFailed: the tensor's memory is too small; a message
/// says so.
Error resize_tensor(Tensor tensor, Span<const SizesType> sizes);

/// True if the tensor has memory, and is no view of another tensor.
bool owns_data(Tensor tensor);

/// Makes `view` show the data of `base` in the shape `sizes`, for the operator et_view. `view`
/// shows this data until the next call of this function, a FreeCall of `view`, or the next run of
/// the method. A view of a constant is read-only.
///
/// InvalidProgram: `view` is a planned tensor or a constant, and its data is not the data of
/// `base`. InvalidArgument: dtypes differ, or `base` has too little data. NotSupported: `view`
/// cannot have these sizes.
Error share_tensor_data(Tensor view, Tensor base, Span<const SizesType> sizes);

} // namespace et
