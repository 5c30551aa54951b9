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

/// Whether a tensor's sizes may change as a method runs: never, up to those that the program tells,
/// or without limit.
enum class TensorShapeDynamism : uint8_t { STATIC, DYNAMIC_BOUND, DYNAMIC_UNBOUND };

/// Whose memory a tensor's data is.
enum class TensorStorage : uint8_t {
  Given,         ///< the caller's, of an unbound tensor the method's, or there is none yet
  GivenConstant, ///< the caller's, read-only
  Planned,       ///< a place in a planned buffer
  Constant,      ///< read-only, often in the file
  View,          ///< another tensor's
  ConstantView,  ///< another tensor's, read-only
};

/// The shape, type and place of a tensor. `sizes`, `dim_order` and `strides` have `dim` entries
/// each. `dim_order` lists the dimensions from the outermost in memory to the innermost; `strides`
/// are in elements and follow from the two. All three are read where they stand, often in flash;
/// a dynamic tensor of a method has sizes and strides of its own. `data` may be null until an input
/// is set or a kernel made it.
struct TensorImpl {
  TensorImpl() = default;
  TensorImpl(ScalarType its_type, uint8_t its_dim, const SizesType *its_sizes,
             const DimOrderType *its_order, const StridesType *its_strides, void *its_data)
      : type(its_type), dim(its_dim), sizes(its_sizes), dim_order(its_order), strides(its_strides),
        data(its_data) {}
  /// A copy is a static tensor with the same shape and data.
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

/// element_size() (et/scalar_type.h) as a function, which brings its table into an image once.
size_t dtype_size(ScalarType type);

/// A handle to a TensorImpl: copied by value, compares by identity, never owns.
class Tensor {
public:
  Tensor() = default;
  explicit Tensor(TensorImpl *impl) : impl_(impl) {}

  /// Whether there is a tensor: everything else asks for one.
  bool defined() const { return impl_ != nullptr; }
  ScalarType scalar_type() const { return impl_->type; }
  TensorShapeDynamism shape_dynamism() const { return impl_->shape_dynamism; }
  size_t dim() const { return impl_->dim; }
  SizesType size(size_t d) const { return impl_->sizes[d]; }
  Span<const SizesType> sizes() const { return {impl_->sizes, impl_->dim}; }
  Span<const DimOrderType> dim_order() const { return {impl_->dim_order, impl_->dim}; }
  Span<const StridesType> strides() const { return {impl_->strides, impl_->dim}; }
  /// Number of elements; 1 for a zero-dimensional tensor.
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

/// Fills `strides` from `sizes` and `dim_order` (all of `dim` entries). A dimension of size 0 or 1
/// counts as 1. Returns false when `dim_order` is not a permutation of 0..dim-1, a size is
/// negative, or a stride is too large for its type.
bool dim_order_to_strides(const SizesType *sizes, const DimOrderType *dim_order, size_t dim,
                          StridesType *strides);

/// Gives `tensor` the shape `sizes`. Every kernel does this with each of its outputs, once it knows
/// their shapes and before it writes: only then may the output be written. A
/// tensor of static shape has its sizes already. The elements of a dynamic tensor are lost.
///
/// InvalidProgram: the tensor is read-only, a constant or a view of one. NotSupported: it cannot
/// have these sizes. MemoryAllocationFailed: its memory does not suffice, which is logged.
Error resize_tensor(Tensor tensor, Span<const SizesType> sizes);

/// Whether the tensor has memory that is not another tensor's.
bool owns_data(Tensor tensor);

/// Makes `view` show the data of `base` in the shape `sizes`, until the method runs again or the
/// call is repeated: the operator et_view. A view of a constant is read-only, too.
///
/// `view` has no memory of its own, or has been planned to lie where `base` does: InvalidProgram
/// otherwise. InvalidArgument: the dtypes differ, or `base` has less data. NotSupported: `view`
/// cannot have these sizes.
Error share_tensor_data(Tensor view, Tensor base, Span<const SizesType> sizes);

} // namespace et
