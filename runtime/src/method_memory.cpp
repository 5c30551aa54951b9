// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "method_memory.h"

namespace et {

uint64_t piece_size(size_t count, size_t size) {
  return (uint64_t(count) * size + kPieceAlignment - 1) & ~uint64_t(kPieceAlignment - 1);
}

TensorShapeDynamism dynamism_of(const schema::Tensor &tensor) {
  if (tensor.shape_dynamism() == schema::TensorShapeDynamism::Static || is_constant(tensor))
    return TensorShapeDynamism::STATIC;
  return tensor.allocation_info() ||
                 tensor.shape_dynamism() == schema::TensorShapeDynamism::UpperBound
             ? TensorShapeDynamism::DYNAMIC_BOUND
             : TensorShapeDynamism::DYNAMIC_UNBOUND;
}

uint64_t value_memory_size(const schema::EValue &value) {
  if (const schema::Tensor *tensor = value.val_as_Tensor()) {
    static_assert(sizeof(SizesType) == sizeof(StridesType), "sizes and strides share a piece");
    const size_t dim = length_of(tensor->sizes());
    switch (dynamism_of(*tensor)) {
    case TensorShapeDynamism::STATIC:
      return piece_size(1, sizeof(TensorImpl)) + piece_size(dim, sizeof(StridesType));
    case TensorShapeDynamism::DYNAMIC_BOUND:
      return piece_size(1, sizeof(DynamicTensorImpl)) + piece_size(2 * dim, sizeof(StridesType));
    case TensorShapeDynamism::DYNAMIC_UNBOUND:
      return piece_size(1, sizeof(UnboundTensorImpl)) + piece_size(2 * dim, sizeof(StridesType));
    }
  }
  if (const schema::IntList *list = value.val_as_IntList())
    return piece_size(1, sizeof(BoxedIntList)) +
           piece_size(length_of(list->items()), sizeof(EValue *)) +
           piece_size(length_of(list->items()), sizeof(int64_t));
  if (is_tensor_list(value))
    return piece_size(1, sizeof(BoxedTensorList)) +
           piece_size(length_of(tensor_list_items(value)), sizeof(EValue *));
  return 0;
}

uint64_t method_memory_size(const schema::ExecutionPlan &plan) {
  const size_t value_count = length_of(plan.values());
  uint64_t size = piece_size(1, sizeof(MethodState)) +
                  piece_size(value_count + 1, sizeof(EValue)); // the last one is None
  for (size_t i = 0; i < value_count; ++i)
    if (const schema::EValue *value = item_at(plan.values(), i))
      size += value_memory_size(*value);

  size += piece_size(length_of(plan.delegates()), sizeof(LoadedDelegate));
  for (size_t i = 0; i < length_of(plan.delegates()); ++i)
    size +=
        piece_size(length_of(item_of(plan.delegates(), i)->compile_specs()), sizeof(CompileSpec));
  size += piece_size(count_instructions(plan), sizeof(LoadedCall));
  for (size_t c = 0; c < length_of(plan.chains()); ++c) {
    const auto *instructions = item_of(plan.chains(), c)->instructions();
    for (size_t i = 0; i < length_of(instructions); ++i)
      size += piece_size(length_of(args_of(*item_of(instructions, i))), sizeof(EValue *));
  }
  return size;
}

size_t count_instructions(const schema::ExecutionPlan &plan) {
  size_t count = 0;
  for (size_t c = 0; c < length_of(plan.chains()); ++c)
    count += length_of(item_of(plan.chains(), c)->instructions());
  return count;
}

OwnTensors::OwnTensors(const MethodState &state)
    : plan_(*state.plan), piece_(reinterpret_cast<uint8_t *>(state.values) +
                                 piece_size(length_of(plan_.values()) + 1, sizeof(EValue))) {}

TensorImpl *OwnTensors::next() {
  const schema::EValue &value = *item_of(plan_.values(), index_++);
  uint8_t *piece = piece_;
  piece_ += value_memory_size(value);
  return value.val_as_Tensor() ? reinterpret_cast<TensorImpl *>(piece) : nullptr;
}

} // namespace et
