// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See mixed.h.

#include "mixed.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

namespace {

struct MixedParams {
  const MixedOperands *operands;
  ElementFunction fn;
  const Element *param;
};

void mixed_run(const ElementRun &run) {
  const MixedParams &params = *static_cast<const MixedParams *>(run.params);
  const auto &[tensors, types, common, count] = *params.operands;
  NumberKind kind = number_kind(common);
  ElementRun at = run;
  Element b = {0, {0, 0}};
  for (size_t i = run.count; i != 0; --i) {
    Element a = round_element(common, load_element(types[1], at.data[1]));
    if (count > 2)
      b = round_element(common, load_element(types[2], at.data[2]));
    params.fn(kind, a, b, *params.param);
    store_element(types[0], at.data[0], round_element(common, a));
    for (size_t k = 0; k < kMaxOperands; ++k)
      at.data[k] += run.strides[k];
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

void mixed_elementwise(Call &call, const MixedOperands &operands, ElementFunction fn,
                       const Element &param) {
  MixedParams params = {&operands, fn, &param};
  for_each_element(call, operands.tensors, operands.count, mixed_run, &params);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
