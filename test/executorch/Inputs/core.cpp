// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Defines the functions of ExecuTorch's core that the test programs call. The tests have only the
// headers of ExecuTorch's releases, so this file replaces ExecuTorch's own source files.

#include <executorch/runtime/core/evalue.h>
#include <executorch/runtime/core/exec_aten/util/scalar_type_util.h>
#include <executorch/runtime/core/exec_aten/util/tensor_util.h>
#include <executorch/runtime/platform/abort.h>
#include <executorch/runtime/platform/log.h>
#include <executorch/runtime/platform/platform.h>
#include <executorch/runtime/platform/runtime.h>

#include <cstdio>
#include <cstring>

// As in ExecuTorch, these functions are weak, so a program can define its own ones.
extern "C" {
__attribute__((weak)) void et_pal_init() {}
__attribute__((weak)) ET_NORETURN void et_pal_abort() { __builtin_trap(); }
}

namespace executorch::runtime {

void runtime_init() { et_pal_init(); }
void runtime_abort() { et_pal_abort(); }

namespace internal {

et_timestamp_t get_log_timestamp() { return 0; }
void vlogf(LogLevel, et_timestamp_t, const char *, const char *, size_t, const char *format,
           va_list args) {
  std::vprintf(format, args);
  std::printf("\n");
}

} // namespace internal

template <>
aten::ArrayRef<std::optional<aten::Tensor>>
BoxedEvalueList<std::optional<aten::Tensor>>::get() const {
  for (size_t i = 0; i < wrapped_vals_.size(); ++i) {
    const EValue *const item = wrapped_vals_[i];
    if (item == nullptr || item->isNone())
      unwrapped_vals_[i] = std::nullopt;
    else
      unwrapped_vals_[i] = item->toTensor();
  }
  return {unwrapped_vals_, wrapped_vals_.size()};
}

namespace etensor {

ssize_t compute_numel(const int32_t *sizes, ssize_t dim) {
  ssize_t numel = 1;
  for (ssize_t d = 0; d < dim; ++d)
    numel *= sizes[d];
  return numel;
}

#ifdef TENSORS_HAVE_DEVICES
TensorImpl::TensorImpl(ScalarType type, ssize_t dim, SizesType *sizes, void *data,
                       DimOrderType *dim_order, StridesType *strides, TensorShapeDynamism dynamism,
                       DeviceType device_type, DeviceIndex device_index)
#else
TensorImpl::TensorImpl(ScalarType type, ssize_t dim, SizesType *sizes, void *data,
                       DimOrderType *dim_order, StridesType *strides, TensorShapeDynamism dynamism)
#endif
    : sizes_(sizes), dim_order_(dim_order), strides_(strides), data_(data), dim_(dim),
      numel_(compute_numel(sizes, dim)), numel_bound_(static_cast<size_t>(numel_)), type_(type),
      shape_dynamism_(dynamism)
#ifdef TENSORS_HAVE_DEVICES
      ,
      device_(device_type, device_index)
#endif
{
}

ssize_t TensorImpl::element_size() const { return static_cast<ssize_t>(elementSize(type_)); }
size_t TensorImpl::nbytes() const { return static_cast<size_t>(numel_ * element_size()); }

/// Refuses more elements than the tensor had at first. In the strides, size 0 counts as 1.
Error TensorImpl::internal_resize_contiguous(ArrayRef<SizesType> sizes) {
  if (sizes.size() != static_cast<size_t>(dim_))
    return Error::NotSupported;
  if (shape_dynamism_ == TensorShapeDynamism::STATIC)
    return std::memcmp(sizes_, sizes.data(), sizes.size() * sizeof(SizesType)) == 0
               ? Error::Ok
               : Error::NotSupported;
  const ssize_t numel = compute_numel(sizes.data(), dim_);
  if (static_cast<size_t>(numel) > numel_bound_)
    return Error::NotSupported;
  numel_ = numel;
  std::copy(sizes.begin(), sizes.end(), sizes_);
  StridesType stride = 1;
  for (ssize_t d = dim_; d-- != 0 && strides_ != nullptr;) {
    strides_[dim_order_[d]] = stride;
    stride *= std::max<SizesType>(sizes_[dim_order_[d]], 1);
  }
  return Error::Ok;
}

} // namespace etensor

namespace internal {

/// ExecuTorch's TensorImpl declares a class with this name as its friend.
class TensorResizerFriend {
public:
  static Error resize(aten::TensorImpl *impl, aten::ArrayRef<aten::SizesType> sizes) {
    return impl->internal_resize_contiguous(sizes);
  }
};

Error resize_tensor_impl(aten::TensorImpl *impl, aten::ArrayRef<aten::SizesType> sizes) {
  return TensorResizerFriend::resize(impl, sizes);
}

Error set_tensor_data(const aten::Tensor &tensor, void *buffer, size_t size) {
  if (size < tensor.nbytes())
    return Error::InvalidArgument;
  tensor.unsafeGetTensorImpl()->set_data(buffer);
  return Error::Ok;
}

} // namespace internal

} // namespace executorch::runtime
