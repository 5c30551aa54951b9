// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See mixed.h. A run is computed some elements at a time: inputs are converted into slots, the
// operator's run function computes slots, and the result is converted into the output. An operand
// that is of the type that is computed in needs no slots.

#include "mixed.h"

#include <algorithm>

namespace et::kernels::ET_KERNEL_LIBRARY {

namespace {

struct MixedParams {
  const MixedOperands *operands;
  ElementRunFunction run;
  ScalarType computed; // The dtype of the run function.
  ptrdiff_t slot;
  const void *params;
};

void mixed_run(const ElementRun &run) {
  const MixedParams &params = *static_cast<const MixedParams *>(run.params);
  const auto &[tensors, types, common, operands] = *params.operands;
  Slots slots[kMaxOperands];
  ElementRun at = run;
  ElementRun part = {};
  part.params = params.params;
  for (size_t left = run.count; left != 0; left -= part.count) {
    part.count = std::min(left, Slots::kSize / static_cast<size_t>(params.slot));
    for (size_t i = 0; i < operands; ++i) {
      if (types[i] == params.computed && common == params.computed) {
        part.data[i] = at.data[i];
        part.strides[i] = run.strides[i];
        continue;
      }
      part.data[i] = slots[i].data;
      part.strides[i] = params.slot;
      if (i == 0)
        continue;
      load_elements(types[i], common, slots[i], params.slot, at.data[i], run.strides[i],
                    part.count);
      if (types[i] != common)
        round_elements(common, slots[i], params.slot, part.count);
    }
    params.run(part);
    if (part.data[0] == slots[0].data) {
      if (types[0] != common)
        round_elements(common, slots[0], params.slot, part.count);
      store_elements(types[0], common, at.data[0], run.strides[0], slots[0], params.slot,
                     part.count);
    }
    for (size_t i = 0; i < operands; ++i)
      at.data[i] += run.strides[i] * static_cast<ptrdiff_t>(part.count);
  }
}

void take_operand(Call &call, MixedOperands &operands, size_t index) {
  const Tensor tensor = call.any_tensor(index);
  if (!call.ok())
    return;
  const ScalarType type = tensor.scalar_type();
  call.require(number_kind(type) != NumberKind::None);
  operands.tensors[operands.count] = tensor;
  operands.types[operands.count++] = type;
}

/// How to compute; the call fails where that cannot be.
MixedParams plan(Call &call, const MixedOperands &operands, const WideRuns &runs,
                 const void *params) {
  MixedParams mixed = {&operands, nullptr, operands.common, 0, params};
  if (!call.ok())
    return mixed;
  const Wide wide = wide_type(operands.common);
  mixed.run = runs[static_cast<size_t>(wide)];
  mixed.computed = wide_dtype(wide);
  mixed.slot = slot_size(mixed.computed);
  for (size_t i = 0; i < operands.count; ++i)
    mixed.slot = slot_size(operands.types[i], mixed.slot);
  call.require(mixed.run && can_cast(operands.common, operands.types[0]));
  return mixed;
}

} // namespace

void mixed_map(Call &call, const WideRuns &runs, const void *params) {
  MixedOperands operands = {};
  take_operand(call, operands, 1);
  take_operand(call, operands, 0);
  operands.common = operands.types[1];
  if (number_kind(operands.common) <= NumberKind::Integer)
    operands.common = ScalarType::Float;
  const MixedParams mixed = plan(call, operands, runs, params);
  for_each_pair(call, operands.tensors[0], operands.tensors[1], mixed_run, &mixed);
}

MixedOperands take_mixed_operands(Call &call, size_t out) {
  MixedOperands operands = {};
  take_operand(call, operands, out);
  take_operand(call, operands, 0);
  take_operand(call, operands, 1);
  if (call.ok())
    operands.common = result_type(operands.tensors[1], operands.tensors[2]);
  return operands;
}

void mixed_zip(Call &call, const MixedOperands &operands, const WideRuns &runs,
               const void *params) {
  const MixedParams mixed = plan(call, operands, runs, params);
  for_each_element(call, operands.tensors, operands.count, mixed_run, &mixed);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
