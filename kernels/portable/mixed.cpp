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

} // namespace

MixedOperands take_mixed_operands(Call &call, size_t inputs, size_t out, bool to_float) {
  MixedOperands operands = {};
  operands.count = inputs + 1;
  for (size_t i = 0; i <= inputs; ++i) {
    operands.tensors[i] = call.any_tensor(i == 0 ? out : i - 1);
    if (!call.ok())
      return operands;
    operands.types[i] = operands.tensors[i].scalar_type();
    call.require(number_kind(operands.types[i]) != NumberKind::None);
  }
  if (!call.ok())
    return operands;
  operands.common =
      inputs == 2 ? result_type(operands.tensors[1], operands.tensors[2]) : operands.types[1];
  if (to_float && number_kind(operands.common) <= NumberKind::Integer)
    operands.common = ScalarType::Float;
  call.require(can_cast(operands.common, operands.types[0]));
  return operands;
}

void mixed_elementwise(Call &call, const MixedOperands &operands, const WideRuns &runs,
                       const void *params) {
  if (!call.ok())
    return;
  const Wide wide = wide_type(operands.common);
  const ScalarType computed = wide_dtype(wide);
  ptrdiff_t slot = slot_size(computed);
  for (size_t i = 0; i < operands.count; ++i)
    slot = slot_size(operands.types[i], slot);
  const MixedParams mixed = {&operands, runs[static_cast<size_t>(wide)], computed, slot, params};
  call.require(mixed.run != nullptr);
  for_each_element(call, operands.tensors, operands.count, mixed_run, &mixed);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
