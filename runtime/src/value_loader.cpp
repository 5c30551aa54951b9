// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "value_loader.h"

#include <cstring>
#include <new>

#include "dynamic_tensor.h"
#include "log_line.h"
#include "tensor_info.h"

namespace et {
namespace {

Error reject(size_t index, const char *what, Error error = Error::InvalidProgram) {
  log_message("value %zu of the method: %s", index, what);
  return error;
}

} // namespace

Result<EValue *> ValueLoader::load() {
  // The last, additional value is None. Absent items of tensor lists point to this value.
  const size_t count = length_of(plan_.values());
  EValue *values = pieces_.take<EValue>(count + 1);
  for (size_t i = 0; i <= count; ++i)
    new (values + i) EValue();
  values_ = {values, count};

  Error first_error = Error::Ok;
  for (size_t i = 0; i < count; ++i) {
    const Error error = load_value(i);
    if (first_error == Error::Ok)
      first_error = error;
  }
  if (first_error != Error::Ok)
    return first_error;
  return values;
}

schema::KernelTypes ValueLoader::type_of(int64_t index) const {
  const schema::EValue *value =
      index < 0 ? nullptr : item_at(plan_.values(), static_cast<uint64_t>(index));
  return value ? value->val_type() : schema::KernelTypes::NONE;
}

Error ValueLoader::load_value(size_t index) {
  const schema::EValue &source = *item_of(plan_.values(), index);
  EValue &value = values_[index];
  if (!source.val())
    return reject(index, "the program lacks its content");
  switch (source.val_type()) {
  case schema::KernelTypes::Null:
    return Error::Ok;
  case schema::KernelTypes::Int:
    value = EValue(source.val_as_Int()->int_val());
    return Error::Ok;
  case schema::KernelTypes::Bool:
    value = EValue(source.val_as_Bool()->bool_val());
    return Error::Ok;
  case schema::KernelTypes::Double:
    value = EValue(source.val_as_Double()->double_val());
    return Error::Ok;
  case schema::KernelTypes::Tensor:
    return load_tensor(index, *source.val_as_Tensor());
  case schema::KernelTypes::String: {
    const flatbuffers::String *text = source.val_as_String()->string_val();
    value = EValue(Span<const char>(text_of(text), text ? text->size() : 0));
    return Error::Ok;
  }
  case schema::KernelTypes::IntList:
    return load_int_list(index, *source.val_as_IntList());
  case schema::KernelTypes::DoubleList: {
    const auto *items = source.val_as_DoubleList()->items();
    value = EValue(Span<const double>(items ? items->data() : nullptr, length_of(items)));
    return Error::Ok;
  }
  case schema::KernelTypes::BoolList: {
    const auto *items = source.val_as_BoolList()->items();
    for (size_t i = 0; i < length_of(items); ++i)
      if (items->data()[i] > 1)
        return reject(index, "a bool that is neither 0 nor 1");
    static_assert(sizeof(bool) == 1, "bool lists are used where they stand in the file");
    value = EValue(Span<const bool>(items ? reinterpret_cast<const bool *>(items->data()) : nullptr,
                                    length_of(items)));
    return Error::Ok;
  }
  case schema::KernelTypes::TensorList:
    return load_tensor_list(index, Tag::ListTensor, *source.val_as_TensorList());
  case schema::KernelTypes::OptionalTensorList:
    return load_tensor_list(index, Tag::ListOptionalTensor, *source.val_as_OptionalTensorList());
  case schema::KernelTypes::NONE:
    break;
  }
  return reject(index, "this runtime does not support its type", Error::NotSupported);
}

Error ValueLoader::load_tensor(size_t index, const schema::Tensor &tensor) {
  const Result<TensorInfo> info = read_tensor_info(tensor);
  if (info.error() == Error::NotSupported)
    return reject(index, "the tensor's dtype or layout is not supported", info.error());
  if (!info.ok())
    return reject(index, "a tensor whose sizes and dim order do not fit together");
  const TensorInfo &layout = info.get();
  const Result<void *> data = locate_data(index, tensor, layout);
  if (!data.ok())
    return data.error();
  if (!is_aligned_for(layout.scalar_type, data.get()))
    return reject(index, "a tensor whose data is not aligned for its dtype");

  const TensorShapeDynamism dynamism = dynamism_of(tensor);
  TensorImpl *impl;
  if (dynamism == TensorShapeDynamism::STATIC) {
    impl = new (pieces_.take<TensorImpl>(1)) TensorImpl;
  } else if (dynamism == TensorShapeDynamism::DYNAMIC_BOUND) {
    DynamicTensorImpl *own = new (pieces_.take<DynamicTensorImpl>(1)) DynamicTensorImpl;
    own->bound = layout.nbytes;
    own->capacity = data.get() ? layout.nbytes : 0;
    impl = own;
  } else {
    UnboundTensorImpl *own = new (pieces_.take<UnboundTensorImpl>(1)) UnboundTensorImpl;
    own->bound = PTRDIFF_MAX;
    own->memory = &unbound_;
    impl = own;
  }

  const size_t dim = layout.sizes.size();
  StridesType *strides =
      pieces_.take<StridesType>(dynamism == TensorShapeDynamism::STATIC ? dim : 2 * dim);
  dim_order_to_strides(layout.sizes.data(), layout.dim_order.data(), dim, strides);
  impl->type = layout.scalar_type;
  impl->dim = static_cast<uint8_t>(dim);
  impl->shape_dynamism = dynamism;
  impl->storage = tensor.allocation_info() ? TensorStorage::Planned
                  : is_constant(tensor)    ? TensorStorage::Constant
                                           : TensorStorage::Given;
  impl->sizes = layout.sizes.data();
  if (dynamism != TensorShapeDynamism::STATIC && dim != 0) {
    for (size_t d = 0; d < dim; ++d)
      strides[dim + d] = layout.sizes[d];
    impl->sizes = strides + dim;
  }
  impl->dim_order = layout.dim_order.data();
  impl->strides = strides;
  impl->data = data.get();
  values_[index] = EValue(Tensor(impl));
  return Error::Ok;
}

/// Returns null for a tensor whose data comes at run time: from the application or UnboundMemory.
Result<void *> ValueLoader::locate_data(size_t index, const schema::Tensor &tensor,
                                        const TensorInfo &layout) {
  const schema::ExtraTensorInfo *extra = tensor.extra_tensor_info();
  if (extra && extra->device_type() != 0)
    return reject(index, "a tensor in the memory of another device", Error::NotSupported);

  const size_t nbytes = layout.nbytes;
  const schema::AllocationDetails *allocation = tensor.allocation_info();
  uint8_t *place = nullptr;
  if (allocation) {
    const Result<uint8_t *> planned = locate_planned(index, *allocation, nbytes);
    if (!planned.ok())
      return planned.error();
    place = planned.get();
  }

  const uint32_t source = tensor.data_buffer_idx();
  Result<const uint8_t *> data = static_cast<const uint8_t *>(nullptr);
  if (is_external(tensor)) {
    data = find_external(index, text_of(extra->fully_qualified_name()), layout);
    if (!data.ok())
      return data.error();
  } else if (source != 0 && nbytes != 0) {
    data = allocation ? program_.initial_data(extra ? extra->mutable_data_segments_idx() : 0,
                                              source, nbytes)
                      : program_.constant_data(source, nbytes);
    if (!data.ok())
      return reject(index, allocation ? "a tensor whose initial value is not in the program"
                                      : "a constant whose data is not in the program");
  }
  // The cast is needed because TensorImpl::data is writable. Kernels do not write to a constant:
  // every kernel must call resize_tensor() for its outputs, and resize_tensor() refuses constants.
  if (!allocation)
    return static_cast<void *>(const_cast<uint8_t *>(data.get()));
  if (data.get() && nbytes != 0)
    memmove(place, data.get(), nbytes);
  return static_cast<void *>(place);
}

Result<const uint8_t *> ValueLoader::find_external(size_t index, const char *name,
                                                   const TensorInfo &layout) {
  const Result<Span<const uint8_t>> data =
      named_data_ ? named_data_->get_data(name) : Result<Span<const uint8_t>>(Error::NotFound);
  if (!data.ok()) {
    log_message("value %zu of the method: there is no external data '%s'", index, name);
    return data.error();
  }
  const Result<TensorLayout> known = named_data_->get_tensor_layout(name);
  const bool fits = known.ok() ? known.get().scalar_type == layout.scalar_type &&
                                     are_equal(known.get().sizes, layout.sizes) &&
                                     are_equal(known.get().dim_order, layout.dim_order)
                               : known.error() == Error::NotImplemented;
  if (!fits || data.get().size() != layout.nbytes ||
      !is_aligned_for(layout.scalar_type, data.get().data())) {
    log_message("value %zu of the method: the external data '%s' does not fit: the tensor has %zu "
                "bytes, the data has %zu; if equal, dtype, shape or dim order differ",
                index, name, layout.nbytes, data.get().size());
    return Error::InvalidExternalData;
  }
  return data.get().data();
}

Result<uint8_t *> ValueLoader::locate_planned(size_t index,
                                              const schema::AllocationDetails &allocation,
                                              size_t nbytes) {
  const uint64_t offset =
      uint64_t(allocation.memory_offset_high()) << 32 | allocation.memory_offset_low();
  const uint32_t memory_id = allocation.memory_id(); // 1 is the first buffer; 0 is refused below
  const Result<size_t> size = MethodMeta(&plan_).memory_planned_buffer_size(memory_id - size_t(1));
  if (!size.ok() || offset > size.get() || nbytes > size.get() - offset)
    return reject(index, "a tensor outside the planned memory");
  // The application may omit buffers of size 0. MethodLoader refused other missing buffers.
  uint8_t *buffer = memory_id <= memory_.planned_buffers.size()
                        ? memory_.planned_buffers[memory_id - 1].data()
                        : nullptr;
  return buffer ? buffer + offset : nullptr;
}

Error ValueLoader::load_int_list(size_t index, const schema::IntList &list) {
  const size_t count = length_of(list.items());
  BoxedIntList *boxed = pieces_.take<BoxedIntList>(1);
  EValue **items = pieces_.take<EValue *>(count);
  int64_t *unboxed = pieces_.take<int64_t>(count);
  for (size_t i = 0; i < count; ++i) {
    const int64_t item = list.items()->data()[i];
    if (type_of(item) != schema::KernelTypes::Int)
      return reject(index, "an int list with an item that is no int");
    items[i] = &values_[static_cast<size_t>(item)];
  }
  new (boxed) BoxedIntList{items, unboxed, count};
  values_[index] = EValue(boxed);
  return Error::Ok;
}

template <typename List>
Error ValueLoader::load_tensor_list(size_t index, Tag tag, const List &list) {
  const size_t count = length_of(list.items());
  BoxedTensorList *boxed = pieces_.take<BoxedTensorList>(1);
  EValue **items = pieces_.take<EValue *>(count);
  for (size_t i = 0; i < count; ++i) {
    const int32_t item = list.items()->data()[i];
    const schema::KernelTypes type = type_of(item);
    if (type == schema::KernelTypes::Tensor)
      items[i] = &values_[static_cast<size_t>(item)];
    else if (tag == Tag::ListOptionalTensor && (item == -1 || type == schema::KernelTypes::Null))
      items[i] = values_.end(); // None
    else
      return reject(index, "a tensor list with an item that is no tensor");
  }
  new (boxed) BoxedTensorList{items, count};
  values_[index] = EValue(tag, boxed);
  return Error::Ok;
}

} // namespace et
