// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "method_memory.h"

#include "et/method.h"

namespace et {
namespace {

uint64_t value_memory_size(const schema::EValue &value) {
  if (const schema::Tensor *tensor = value.val_as_Tensor())
    return piece_size(1, sizeof(TensorImpl)) +
           piece_size(length_of(tensor->sizes()), sizeof(StridesType));
  if (const schema::IntList *list = value.val_as_IntList())
    return piece_size(1, sizeof(BoxedIntList)) +
           piece_size(length_of(list->items()), sizeof(EValue *)) +
           piece_size(length_of(list->items()), sizeof(int64_t));
  if (const schema::TensorList *list = value.val_as_TensorList())
    return piece_size(1, sizeof(BoxedTensorList)) +
           piece_size(length_of(list->items()), sizeof(EValue *));
  if (const schema::OptionalTensorList *list = value.val_as_OptionalTensorList())
    return piece_size(1, sizeof(BoxedTensorList)) +
           piece_size(length_of(list->items()), sizeof(EValue *));
  return 0;
}

} // namespace

uint64_t method_memory_size(const schema::ExecutionPlan &plan) {
  const size_t value_count = length_of(plan.values());
  uint64_t size = piece_size(uint64_t(value_count) + 1, sizeof(EValue)); // one more: None
  for (size_t i = 0; i < value_count; ++i)
    if (const schema::EValue *value = item_at(plan.values(), i))
      size += value_memory_size(*value);

  size += piece_size(count_instructions(plan), sizeof(Method::Call));
  for (size_t c = 0; c < length_of(plan.chains()); ++c) {
    const auto *instructions = plan.chains()->Get(c)->instructions();
    for (size_t i = 0; i < length_of(instructions); ++i)
      if (const schema::KernelCall *call = instructions->Get(i)->instr_args_as_KernelCall())
        size += piece_size(length_of(call->args()), sizeof(EValue *));
  }
  return size;
}

size_t count_instructions(const schema::ExecutionPlan &plan) {
  size_t count = 0;
  for (size_t c = 0; c < length_of(plan.chains()); ++c)
    count += length_of(plan.chains()->Get(c)->instructions());
  return count;
}

} // namespace et
