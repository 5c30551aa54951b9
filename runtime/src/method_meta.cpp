// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "et/method_meta.h"

#include "method_memory.h"
#include "schema.h"
#include "tensor_info.h"

namespace et {
namespace {

using Indices = flatbuffers::Vector<int32_t>;

Result<const schema::EValue *> find_value(const schema::ExecutionPlan &plan, const Indices *indices,
                                          size_t index) {
  if (index >= length_of(indices))
    return Error::InvalidArgument;
  const int32_t value_index = indices->data()[index];
  const schema::EValue *value =
      value_index < 0 ? nullptr : item_at(plan.values(), static_cast<uint32_t>(value_index));
  if (!value)
    return Error::InvalidProgram;
  return value;
}

Result<Tag> find_tag(const schema::ExecutionPlan &plan, const Indices *indices, size_t index) {
  const Result<const schema::EValue *> value = find_value(plan, indices, index);
  if (!value.ok())
    return value.error();
  switch (value.get()->val_type()) {
  case schema::KernelTypes::Null:
    return Tag::None;
  case schema::KernelTypes::Int:
    return Tag::Int;
  case schema::KernelTypes::Bool:
    return Tag::Bool;
  case schema::KernelTypes::Double:
    return Tag::Double;
  case schema::KernelTypes::Tensor:
    return Tag::Tensor;
  case schema::KernelTypes::String:
    return Tag::String;
  case schema::KernelTypes::IntList:
    return Tag::ListInt;
  case schema::KernelTypes::DoubleList:
    return Tag::ListDouble;
  case schema::KernelTypes::BoolList:
    return Tag::ListBool;
  case schema::KernelTypes::TensorList:
    return Tag::ListTensor;
  case schema::KernelTypes::OptionalTensorList:
    return Tag::ListOptionalTensor;
  case schema::KernelTypes::NONE:
    break;
  }
  return Error::InvalidProgram;
}

Result<TensorInfo> find_tensor(const schema::ExecutionPlan &plan, const Indices *indices,
                               size_t index) {
  const Result<const schema::EValue *> value = find_value(plan, indices, index);
  if (!value.ok())
    return value.error();
  const schema::Tensor *tensor = value.get()->val_as_Tensor();
  if (!tensor)
    return Error::InvalidArgument;
  return read_tensor_info(*tensor);
}

} // namespace

const char *MethodMeta::name() const { return text_of(plan_->name()); }

size_t MethodMeta::num_inputs() const { return length_of(plan_->inputs()); }

size_t MethodMeta::num_outputs() const { return length_of(plan_->outputs()); }

Result<Tag> MethodMeta::input_tag(size_t index) const {
  return find_tag(*plan_, plan_->inputs(), index);
}

Result<Tag> MethodMeta::output_tag(size_t index) const {
  return find_tag(*plan_, plan_->outputs(), index);
}

Result<TensorInfo> MethodMeta::input_tensor_meta(size_t index) const {
  return find_tensor(*plan_, plan_->inputs(), index);
}

Result<TensorInfo> MethodMeta::output_tensor_meta(size_t index) const {
  return find_tensor(*plan_, plan_->outputs(), index);
}

size_t MethodMeta::num_memory_planned_buffers() const {
  const size_t count = length_of(plan_->non_const_buffer_sizes());
  return count == 0 ? 0 : count - 1; // entry 0 is unused
}

Result<size_t> MethodMeta::memory_planned_buffer_size(size_t index) const {
  if (index >= num_memory_planned_buffers())
    return Error::InvalidArgument;
  const int64_t size = plan_->non_const_buffer_sizes()->data()[index + 1];
  if (size < 0 || static_cast<uint64_t>(size) > PTRDIFF_MAX)
    return Error::InvalidProgram;
  return static_cast<size_t>(size);
}

Result<size_t> MethodMeta::method_allocator_size() const {
  const uint64_t size = method_memory_size(*plan_);
  if (size > PTRDIFF_MAX)
    return Error::InvalidProgram;
  return static_cast<size_t>(size);
}

size_t MethodMeta::num_instructions() const { return count_instructions(*plan_); }

} // namespace et
