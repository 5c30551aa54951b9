// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Part of a stand-in for ExecuTorch's headers (test/executorch/Inputs/include/README.md): tensors.

#pragma once

#include <executorch/runtime/core/error.h>
#include <executorch/runtime/core/span.h>

#include <optional>
#include <string_view>
#include <sys/types.h>

namespace executorch {
namespace runtime {

constexpr size_t kTensorDimensionLimit = 16;

namespace etensor {

enum class ScalarType : int8_t {};

/// X(C++ type, name), of all dtypes: kernels must not need a macro of this name.
#define ET_FORALL_SCALAR_TYPES(X) X(uint8_t, Byte) X(float, Float)

class TensorImpl {
public:
  using SizesType = int32_t;
  using DimOrderType = uint8_t;
  using StridesType = int32_t;

  TensorImpl(ScalarType type, ssize_t dim, SizesType *sizes, void *data, DimOrderType *dim_order,
             StridesType *strides, bool is_static = true)
      : sizes_(sizes), dim_order_(dim_order), strides_(strides), data_(data), dim_(dim),
        type_(type), is_static_(is_static) {
    count();
    capacity_ = nbytes();
  }

  ssize_t dim() const { return dim_; }
  ssize_t numel() const { return numel_; }
  size_t nbytes() const { return static_cast<size_t>(numel_ * element_size()); }
  ssize_t element_size() const {
    constexpr uint8_t bytes[] = {1, 1, 2, 4, 8, 2, 4, 8, 4, 8, 16, 1, 1, 1, 4,
                                 2, 0, 0, 0, 0, 0, 1, 2, 1, 1, 1,  1, 2, 4, 8};
    return bytes[static_cast<int8_t>(type_)];
  }
  ScalarType scalar_type() const { return type_; }
  ArrayRef<SizesType> sizes() const { return {sizes_, static_cast<size_t>(dim_)}; }
  ArrayRef<DimOrderType> dim_order() const { return {dim_order_, static_cast<size_t>(dim_)}; }
  ArrayRef<StridesType> strides() const { return {strides_, static_cast<size_t>(dim_)}; }
  const void *data() const { return data_; }
  void *mutable_data() const { return data_; }
  void set_data(void *data, size_t capacity) {
    data_ = data;
    capacity_ = capacity;
  }
  /// Static tensors keep their sizes, others their number of dimensions and their memory.
  Error resize(ArrayRef<SizesType> sizes) {
    if (sizes.size() != static_cast<size_t>(dim_))
      return Error::NotSupported;
    bool is_same = true;
    for (size_t d = 0; d < sizes.size(); ++d)
      is_same = is_same && sizes[d] == sizes_[d];
    if (is_same)
      return Error::Ok;
    if (is_static_)
      return Error::NotSupported;
    ssize_t numel = 1;
    for (const SizesType size : sizes)
      numel *= size;
    if (static_cast<size_t>(numel * element_size()) > capacity_)
      return Error::NotSupported;
    for (size_t d = 0; d < sizes.size(); ++d)
      sizes_[d] = sizes[d];
    StridesType stride = 1;
    for (size_t place = sizes.size(); place-- != 0;) {
      strides_[dim_order_[place]] = stride;
      stride *= sizes_[dim_order_[place]] == 0 ? 1 : sizes_[dim_order_[place]];
    }
    count();
    return Error::Ok;
  }

private:
  void count() {
    numel_ = 1;
    for (ssize_t d = 0; d < dim_; ++d)
      numel_ *= sizes_[d];
  }

  SizesType *sizes_;
  DimOrderType *dim_order_;
  StridesType *strides_;
  void *data_;
  ssize_t dim_;
  ssize_t numel_ = 0;
  size_t capacity_ = 0;
  ScalarType type_;
  bool is_static_;
};

class Tensor {
public:
  Tensor() = delete;
  explicit constexpr Tensor(TensorImpl *impl) : impl_(impl) {}
  TensorImpl *unsafeGetTensorImpl() const { return impl_; }
  size_t nbytes() const { return impl_->nbytes(); }
  ssize_t size(ssize_t d) const {
    ET_CHECK_MSG(d >= 0 && d < dim(), "a dimension that the tensor has");
    return impl_->sizes()[static_cast<size_t>(d)];
  }
  ssize_t dim() const { return impl_->dim(); }
  ssize_t numel() const { return impl_->numel(); }
  ssize_t element_size() const { return impl_->element_size(); }
  ScalarType scalar_type() const { return impl_->scalar_type(); }
  ArrayRef<TensorImpl::SizesType> sizes() const { return impl_->sizes(); }
  ArrayRef<TensorImpl::DimOrderType> dim_order() const { return impl_->dim_order(); }
  ArrayRef<TensorImpl::StridesType> strides() const { return impl_->strides(); }
  const void *const_data_ptr() const { return impl_->data(); }
  void *mutable_data_ptr() const { return impl_->mutable_data(); }

private:
  TensorImpl *impl_;
};

} // namespace etensor
} // namespace runtime

namespace aten {

using runtime::ArrayRef;
using runtime::etensor::ScalarType;
using runtime::etensor::Tensor;
using runtime::etensor::TensorImpl;
using std::optional;
using DimOrderType = TensorImpl::DimOrderType;
using SizesType = TensorImpl::SizesType;
using StridesType = TensorImpl::StridesType;

} // namespace aten
} // namespace executorch
