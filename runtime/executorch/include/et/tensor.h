// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tensor as kernels see it, in a program built with ExecuTorch: a handle to ExecuTorch's tensor
// with the interface of runtime/include/et/tensor.h. Unlike ExecuTorch's class Tensor, the handle
// may be empty.

#pragma once

#include <executorch/runtime/core/exec_aten/exec_aten.h>
#include <executorch/runtime/core/exec_aten/util/tensor_util.h>

#include "et/error.h"
#include "et/scalar_type.h"
#include "et/span.h"

namespace et {

using executorch::aten::DimOrderType;
using executorch::aten::SizesType;
using executorch::aten::StridesType;
using executorch::aten::TensorImpl;
using executorch::runtime::kTensorDimensionLimit;

/// True if the tensor's data is in the host's memory. Pass 0 as the second argument, so that the
/// first function is chosen. Old releases of ExecuTorch lack device_type() and get the second.
template <typename Impl>
auto is_on_host(const Impl &impl, int) -> decltype(impl.device_type(), bool()) {
  return static_cast<int>(impl.device_type()) == 0;
}
template <typename Impl> constexpr bool is_on_host(const Impl &, long) { return true; }

class Tensor {
public:
  Tensor() = default;
  explicit Tensor(executorch::aten::Tensor tensor) : impl_(tensor.unsafeGetTensorImpl()) {}

  bool defined() const { return impl_ != nullptr; }
  ScalarType scalar_type() const { return static_cast<ScalarType>(get().scalar_type()); }
  size_t dim() const { return static_cast<size_t>(get().dim()); }
  // At -Os gcc would not inline these functions, although calls take more code.
  __attribute__((always_inline)) SizesType size(size_t d) const { return get().sizes()[d]; }
  Span<const SizesType> sizes() const { return {get().sizes().data(), dim()}; }
  Span<const DimOrderType> dim_order() const { return {get().dim_order().data(), dim()}; }
  __attribute__((always_inline)) Span<const StridesType> strides() const {
    return {get().strides().data(), dim()};
  }
  size_t numel() const { return static_cast<size_t>(get().numel()); }
  size_t element_size() const { return static_cast<size_t>(get().element_size()); }
  size_t nbytes() const { return get().nbytes(); }
  template <typename T> const T *const_data_ptr() const {
    return static_cast<const T *>(get().const_data_ptr());
  }
  template <typename T> T *mutable_data_ptr() const {
    return static_cast<T *>(get().mutable_data_ptr());
  }
  const void *const_data_ptr() const { return get().const_data_ptr(); }
  void *mutable_data_ptr() const { return get().mutable_data_ptr(); }
  TensorImpl *unsafeGetTensorImpl() const { return impl_; }
  bool is_on_host() const { return et::is_on_host(*impl_, 0); }

private:
  executorch::aten::Tensor get() const { return executorch::aten::Tensor(impl_); }

  TensorImpl *impl_ = nullptr;
};

/// Gives `tensor` the shape `sizes`. Unlike our runtime, ExecuTorch does not refuse a tensor with
/// constant data, and allocates no memory for a tensor whose shape has no upper bound.
inline Error resize_tensor(Tensor tensor, Span<const SizesType> sizes) {
  return executorch::runtime::resize_tensor(
      executorch::aten::Tensor(tensor.unsafeGetTensorImpl()),
      executorch::aten::ArrayRef<SizesType>(sizes.data(), sizes.size()));
}

/// False, because ExecuTorch does not record whether a tensor has its own memory or is a view. So
/// the operator et_view always makes a view, as ExecuTorch's own et_view does.
inline bool owns_data(Tensor) { return false; }

inline Error share_tensor_data(Tensor view, Tensor base, Span<const SizesType> sizes) {
  const Error error = resize_tensor(view, sizes);
  return error != Error::Ok ? error
                            : executorch::runtime::internal::set_tensor_data(
                                  executorch::aten::Tensor(view.unsafeGetTensorImpl()),
                                  base.mutable_data_ptr(), base.nbytes());
}

} // namespace et
