// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See mixed.h. This file serves operators with several input tensors. mixed_run() computes a run in
// blocks. It converts the inputs to a wide type in buffers (Slots), calls the operator's run
// function, and converts the result to the output's dtype. A wide type is, for example, Float for
// Half. Operands that need no conversion are used in place.

#include "mixed.h"

#include <algorithm>

namespace et::kernels::ET_KERNEL_LIBRARY {

namespace {

struct MixedParams {
  const MixedOperands *operands;
  ElementRunFunction run;
  ScalarType computed; // The wide type of the common dtype. `run` computes in this type.
  ptrdiff_t slot;
  const void *params;
};

bool is_direct(const MixedParams &params, size_t operand) {
  const MixedOperands &mixed = *params.operands;
  const ScalarType type = mixed.types[operand];
  if (operand == 0 && (mixed.rules & kPredicate))
    return type == ScalarType::Bool;
  if (operand == 3 && (mixed.rules & kCondition))
    return true;
  return type == params.computed && mixed.common == params.computed;
}

void mixed_run(const ElementRun &run) {
  const MixedParams &params = *static_cast<const MixedParams *>(run.params);
  const MixedOperands &mixed = *params.operands;
  const ScalarType *const types = mixed.types;
  const ScalarType common = mixed.common;
  const ScalarType result = mixed.rules & kPredicate ? ScalarType::Bool : common;
  const size_t operands = mixed.count;
  Slots slots[kMaxOperands];
  ElementRun at = run;
  ElementRun part = {};
  part.params = params.params;
  for (size_t left = run.count; left != 0; left -= part.count) {
    part.count = std::min(left, Slots::kSize / static_cast<size_t>(params.slot));
    for (size_t i = 0; i < operands; ++i) {
      if (is_direct(params, i)) {
        part.data[i] = at.data[i];
        part.strides[i] = run.strides[i];
        continue;
      }
      part.data[i] = slots[i].data;
      part.strides[i] = params.slot;
      if (i == 0)
        continue;
      const WideElements inputs = {slots[i].data, params.slot, part.count};
      load_elements(types[i], common, inputs, at.data[i], run.strides[i]);
      if (types[i] != common)
        round_elements(common, inputs);
    }
    params.run(part);
    if (part.data[0] == slots[0].data) {
      const WideElements results = {slots[0].data, params.slot, part.count};
      if (mixed.rules & kPredicate)
        load_elements(result, result, results, results.data, params.slot);
      else if (types[0] != common)
        round_elements(common, results);
      store_elements(types[0], result, at.data[0], run.strides[0], results);
    }
    for (size_t i = 0; i < operands; ++i)
      at.data[i] += run.strides[i] * static_cast<ptrdiff_t>(part.count);
  }
}

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
  call.require(mixed.run &&
               ((operands.rules & kPredicate) || can_cast(operands.common, operands.types[0])));
  return mixed;
}

} // namespace

void take_mixed_operand(Call &call, MixedOperands &operands, size_t index) {
  const Tensor tensor = call.any_tensor(index);
  if (!call.ok())
    return;
  const ScalarType type = tensor.scalar_type();
  call.require(number_kind(type) != NumberKind::None);
  operands.tensors[operands.count] = tensor;
  operands.types[operands.count++] = type;
}

MixedOperands take_mixed_operands(Call &call, size_t out, Rules rules) {
  enum : size_t { kFirst, kSecond };
  MixedOperands operands = {};
  operands.rules = rules;
  take_mixed_operand(call, operands, out);
  take_mixed_operand(call, operands, kFirst);
  take_mixed_operand(call, operands, kSecond);
  if (!call.ok())
    return operands;
  operands.common = result_type(operands.tensors[1], operands.tensors[2]);
  if ((rules & kFractional) && number_kind(operands.common) <= NumberKind::Integer)
    operands.common = ScalarType::Float;
  call.require(!(rules & kWithoutBool) || operands.common != ScalarType::Bool);
  return operands;
}

void mixed_zip(Call &call, const MixedOperands &operands, const WideRuns &runs,
               const void *params) {
  const MixedParams mixed = plan(call, operands, runs, params);
  for_each_element(call, operands.tensors, operands.count, mixed_run, &mixed);
}

void mixed_zip(KernelRuntimeContext &context, Args args, const WideRuns &runs, Rules rules) {
  Call call(context, args, kBinaryOut + 1);
  mixed_zip(call, take_mixed_operands(call, kBinaryOut, rules), runs, nullptr);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
