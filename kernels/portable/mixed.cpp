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

/// Puts the Scalar beside the other input.
void add_number(ElementRun &run, const MixedOperands &operands) {
  const size_t place = operands.rules & (kScalarFirst | kSwapped) ? 1 : 2;
  run.data[2] = run.data[1];
  run.strides[2] = run.strides[1];
  run.data[place] = const_cast<char *>(operands.number.bytes);
  run.strides[place] = 0;
}

/// Whether the run function takes the operand as it is.
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
      load_elements(types[i], common, slots[i], params.slot, at.data[i], run.strides[i],
                    part.count);
      if (types[i] != common)
        round_elements(common, slots[i], params.slot, part.count);
    }
    if (mixed.rules & (kScalarFirst | kScalarSecond))
      add_number(part, mixed);
    params.run(part);
    if (part.data[0] == slots[0].data) {
      if (mixed.rules & kPredicate)
        load_elements(result, result, slots[0], params.slot, slots[0].data, params.slot,
                      part.count);
      else if (types[0] != common)
        round_elements(common, slots[0], params.slot, part.count);
      store_elements(types[0], result, at.data[0], run.strides[0], slots[0], params.slot,
                     part.count);
    }
    for (size_t i = 0; i < operands; ++i)
      at.data[i] += run.strides[i] * static_cast<ptrdiff_t>(part.count);
  }
}

/// The same with one input, which is converted in place.
struct MixedMap {
  ScalarType in;
  ScalarType common;
  ScalarType out;
  ElementRunFunction run;
  const void *params;
};

void mixed_map_run(const ElementRun &run) {
  const MixedMap &mixed = *static_cast<const MixedMap *>(run.params);
  // Complex numbers are results only.
  const ptrdiff_t slot = slot_size(mixed.out, sizeof(double));
  Slots slots;
  ElementRun part = {{slots.data, slots.data}, {slot, slot}, 0, mixed.params};
  char *out = run.data[0];
  const char *in = run.data[1];
  for (size_t left = run.count; left != 0; left -= part.count) {
    part.count = std::min(left, Slots::kSize / static_cast<size_t>(slot));
    load_elements(mixed.in, mixed.common, slots, slot, in, run.strides[1], part.count);
    mixed.run(part);
    round_elements(mixed.common, slots, slot, part.count);
    store_elements(mixed.out, mixed.common, out, run.strides[0], slots, slot, part.count);
    out += run.strides[0] * static_cast<ptrdiff_t>(part.count);
    in += run.strides[1] * static_cast<ptrdiff_t>(part.count);
  }
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
  call.require(mixed.run &&
               ((operands.rules & kPredicate) || can_cast(operands.common, operands.types[0])));
  return mixed;
}

void map_operands(Call &call, const Tensor *operands, size_t, ElementRunFunction run,
                  const void *params) {
  map(call, operands[0], operands[1], run, params);
}

/// What the common dtype is once that of the inputs is known.
void finish_operands(Call &call, MixedOperands &operands) {
  if ((operands.rules & kFractional) && number_kind(operands.common) <= NumberKind::Integer)
    operands.common = ScalarType::Float;
  call.require(!(operands.rules & kWithoutBool) || operands.common != ScalarType::Bool);
}

} // namespace

void mixed_map(Call &call, size_t out_index, ScalarType least, const WideRuns &runs,
               const void *params) {
  const Tensor in = call.any_tensor(0);
  const Tensor out = call.any_tensor(out_index);
  if (!call.ok())
    return;
  MixedMap mixed = {in.scalar_type(), in.scalar_type(), out.scalar_type(), nullptr, params};
  if (number_kind(mixed.in) < number_kind(least))
    mixed.common = least;
  // What can be cast is a number, and has a wide type.
  if (!call.require(can_cast(mixed.common, mixed.out)))
    return;
  mixed.run = runs[static_cast<size_t>(wide_type(mixed.common))];
  call.require(mixed.run);
  map(call, out, in, mixed_map_run, &mixed);
}

void mixed_map(KernelRuntimeContext &context, Args::Items items, size_t size,
               const WideRuns &runs) {
  Call call(context, {items, size}, 2);
  mixed_map(call, 1, ScalarType::Float, runs, nullptr);
}

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
  MixedOperands operands = {};
  operands.rules = rules;
  operands.for_each = for_each_element;
  take_mixed_operand(call, operands, out);
  take_mixed_operand(call, operands, 0);
  take_mixed_operand(call, operands, 1);
  if (call.ok())
    operands.common = result_type(operands.tensors[1], operands.tensors[2]);
  finish_operands(call, operands);
  return operands;
}

MixedOperands take_mixed_scalar(Call &call, size_t out, Rules rules) {
  MixedOperands operands = {};
  operands.rules = rules;
  operands.for_each = map_operands;
  const size_t scalar = rules & kScalarSecond ? 1 : 0;
  take_mixed_operand(call, operands, out);
  take_mixed_operand(call, operands, 1 - scalar);
  ScalarType type;
  if (!call.require(call.ok() && scalar_dtype(call[scalar], type)))
    return operands;
  operands.common = result_type(operands.types[1], type);
  finish_operands(call, operands);
  call.require(read_any_operand(call[scalar], operands.common, operands.number.bytes));
  return operands;
}

void mixed_zip(Call &call, const MixedOperands &operands, const WideRuns &runs,
               const void *params) {
  const MixedParams mixed = plan(call, operands, runs, params);
  operands.for_each(call, operands.tensors, operands.count, mixed_run, &mixed);
}

void mixed_zip(KernelRuntimeContext &context, Args::Items items, size_t size, const WideRuns &runs,
               Rules rules) {
  Call call(context, {items, size}, 3);
  mixed_zip(call, take_mixed_operands(call, 2, rules), runs, nullptr);
}

void mixed_scalar(KernelRuntimeContext &context, Args::Items items, size_t size,
                  const WideRuns &runs, Rules rules) {
  Call call(context, {items, size}, 3);
  mixed_zip(call, take_mixed_scalar(call, 2, rules), runs, nullptr);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
