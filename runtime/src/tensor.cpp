// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// These functions change a tensor's sizes and memory. They ensure that the memory of a tensor with
// data is large enough for the tensor's sizes.
//
// Every kernel must call resize_tensor for each output before the kernel writes the output.
// resize_tensor refuses read-only tensors. The loader cannot refuse all read-only outputs, because
// the loader does not know which arguments a kernel writes.

#include "et/tensor.h"

#include <cstring>

#include "dynamic_tensor.h"
#include "et/memory.h"
#include "log_line.h"

namespace et {

size_t TensorImpl::numel() const {
  size_t count = 1;
  for (size_t d = 0; d < dim; ++d)
    count *= static_cast<size_t>(sizes[d]);
  return count;
}

size_t dtype_size(ScalarType type) { return element_size(type); }

size_t TensorImpl::nbytes() const { return numel() * dtype_size(type); }
namespace {

DynamicTensorImpl &dynamic(TensorImpl &tensor) { return static_cast<DynamicTensorImpl &>(tensor); }

UnboundTensorImpl *as_unbound(TensorImpl &tensor) {
  return tensor.shape_dynamism == TensorShapeDynamism::DYNAMIC_UNBOUND
             ? static_cast<UnboundTensorImpl *>(&tensor)
             : nullptr;
}

bool is_static(const TensorImpl &tensor) {
  return tensor.shape_dynamism == TensorShapeDynamism::STATIC;
}

Error check_sizes(TensorImpl &tensor, Span<const SizesType> sizes, size_t &nbytes) {
  if (tensor.dim != sizes.size())
    return Error::NotSupported;
  if (is_static(tensor)) {
    if (tensor.dim != 0 && memcmp(tensor.sizes, sizes.data(), tensor.dim * sizeof(SizesType)) != 0)
      return Error::NotSupported;
    nbytes = Tensor(&tensor).nbytes();
    return Error::Ok;
  }
  StridesType strides[kTensorDimensionLimit];
  if (!dim_order_to_strides(sizes.data(), tensor.dim_order, tensor.dim, strides) ||
      !count_bytes(sizes, dtype_size(tensor.type), nbytes))
    return Error::NotSupported;
  if (nbytes > dynamic(tensor).bound) {
    log_message("a tensor needs %zu bytes: the program limits it to %zu", nbytes,
                dynamic(tensor).bound);
    return Error::NotSupported;
  }
  return Error::Ok;
}

void set_sizes(TensorImpl &tensor, Span<const SizesType> sizes) {
  if (is_static(tensor))
    return;
  // The casts are valid, because a dynamic tensor has its own, writable sizes and strides.
  for (size_t d = 0; d < sizes.size(); ++d)
    const_cast<SizesType *>(tensor.sizes)[d] = sizes[d];
  dim_order_to_strides(tensor.sizes, tensor.dim_order, tensor.dim,
                       const_cast<StridesType *>(tensor.strides));
}

uint8_t *align_up(uint8_t *address) {
  const size_t padding =
      -reinterpret_cast<uintptr_t>(address) & (MemoryManager::kPlannedAlignment - 1);
  return address + padding;
}

} // namespace

bool dim_order_to_strides(const SizesType *sizes, const DimOrderType *dim_order, size_t dim,
                          StridesType *strides) {
  if (dim > kTensorDimensionLimit)
    return false;
  uint32_t seen = 0;
  int64_t stride = 1;
  for (size_t i = dim; i-- > 0;) {
    const size_t d = dim_order[i];
    if (d >= dim || sizes[d] < 0 || stride > INT32_MAX)
      return false;
    seen |= uint32_t(1) << d;
    strides[d] = static_cast<StridesType>(stride);
    stride *= sizes[d] > 1 ? sizes[d] : 1;
  }
  return seen + 1 == uint32_t(1) << dim;
}

bool count_bytes(Span<const SizesType> sizes, size_t element_size, size_t &nbytes) {
  // `count` cannot overflow, because the outermost dimension's size and stride are below 2^31.
  uint64_t count = 1;
  bool empty = false;
  for (const SizesType size : sizes) {
    empty |= size == 0;
    count *= size > 1 ? static_cast<uint64_t>(size) : 1;
  }
  if (element_size == 0 || count > PTRDIFF_MAX / element_size)
    return false;
  nbytes = empty ? 0 : static_cast<size_t>(count) * element_size;
  return true;
}

bool is_aligned_for(ScalarType type, const void *data) {
  const size_t size = dtype_size(type);
  return reinterpret_cast<uintptr_t>(data) % (size < 8 ? size : 8) == 0;
}

bool UnboundMemory::allocate(UnboundTensorImpl &tensor, size_t size) {
  uint8_t *const end = memory_.end();
  uint8_t *start = memory_.data();
  UnboundTensorImpl **link = &first_;
  // The bytes from the next aligned address at or after `start` to `limit`; 0 if there are none.
  const auto room_before = [&](const void *limit) {
    const size_t padding = static_cast<size_t>(align_up(start) - start);
    const size_t room = static_cast<size_t>(static_cast<const uint8_t *>(limit) - start);
    return room < padding ? 0 : room - padding;
  };
  while (*link && room_before((*link)->data) < size) {
    start = static_cast<uint8_t *>((*link)->data) + (*link)->capacity;
    link = &(*link)->next;
  }
  if (!*link && room_before(end) < size)
    return false;
  tensor.data = align_up(start);
  tensor.capacity = size;
  tensor.next = *link;
  *link = &tensor;
  return true;
}

bool UnboundMemory::release(UnboundTensorImpl &tensor) {
  for (UnboundTensorImpl **link = &first_; *link; link = &(*link)->next) {
    if (*link == &tensor) {
      *link = tensor.next;
      tensor.data = nullptr;
      tensor.capacity = 0;
      return true;
    }
  }
  return false;
}

size_t capacity_of(const TensorImpl &tensor) {
  TensorImpl &own = const_cast<TensorImpl &>(tensor);
  return is_static(tensor) ? Tensor(&own).nbytes() : dynamic(own).capacity;
}

void detach_tensor(TensorImpl &tensor) {
  if (UnboundTensorImpl *unbound = as_unbound(tensor))
    unbound->memory->release(*unbound);
  if (is_view(tensor))
    place_tensor(tensor, nullptr, 0, Tensor(&tensor).sizes(), TensorStorage::Given);
}

Error place_tensor(TensorImpl &tensor, void *data, size_t capacity, Span<const SizesType> sizes,
                   TensorStorage storage) {
  if (UnboundTensorImpl *unbound = as_unbound(tensor))
    unbound->memory->release(*unbound);
  size_t nbytes;
  Error error = check_sizes(tensor, sizes, nbytes);
  if (error == Error::Ok && data && nbytes > capacity)
    error = Error::InvalidArgument;
  if (error == Error::Ok)
    set_sizes(tensor, sizes);
  else
    data = nullptr, storage = TensorStorage::Given;
  tensor.data = data;
  tensor.storage = storage;
  if (!is_static(tensor))
    dynamic(tensor).capacity = data ? capacity : 0;
  return error;
}

Error resize_tensor(Tensor tensor, Span<const SizesType> sizes) {
  TensorImpl &impl = *tensor.unsafeGetTensorImpl();
  if (is_read_only(impl))
    return Error::InvalidProgram;
  size_t nbytes;
  const Error error = check_sizes(impl, sizes, nbytes);
  if (error != Error::Ok || is_static(impl))
    return error;
  if (nbytes > dynamic(impl).capacity) {
    UnboundTensorImpl *unbound = as_unbound(impl);
    if (unbound)
      detach_tensor(impl);
    // Memory of the caller, or of another tensor in the case of a view, cannot grow.
    if (impl.data) {
      log_message("a tensor needs %zu bytes: %zu were given", nbytes, dynamic(impl).capacity);
      return Error::MemoryAllocationFailed;
    }
    if (unbound && !unbound->memory->allocate(*unbound, nbytes)) {
      log_message("a tensor of unbound shape needs %zu bytes: the memory for such tensors (%zu "
                  "bytes) has no free block of that size",
                  nbytes, unbound->memory->size());
      return Error::MemoryAllocationFailed;
    }
  }
  set_sizes(impl, sizes);
  return Error::Ok;
}

bool owns_data(Tensor tensor) {
  return tensor.const_data_ptr() && !is_view(*tensor.unsafeGetTensorImpl());
}

Error share_tensor_data(Tensor view, Tensor base, Span<const SizesType> sizes) {
  TensorImpl &own = *view.unsafeGetTensorImpl();
  const TensorImpl &source = *base.unsafeGetTensorImpl();
  if (own.type != source.type || (!source.data && base.nbytes() != 0))
    return Error::InvalidArgument;
  const bool is_fixed =
      own.storage == TensorStorage::Planned || own.storage == TensorStorage::Constant;
  if (is_fixed || &own == &source) {
    if (own.data != source.data)
      return Error::InvalidProgram;
    size_t nbytes;
    const Error error = check_sizes(own, sizes, nbytes);
    if (error != Error::Ok)
      return error;
    if (nbytes > capacity_of(own))
      return Error::InvalidArgument;
    set_sizes(own, sizes);
    return Error::Ok;
  }
  return place_tensor(own, source.data, capacity_of(source), sizes,
                      is_read_only(source) ? TensorStorage::ConstantView : TensorStorage::View);
}

} // namespace et
