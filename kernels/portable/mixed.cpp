// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See mixed.h.

#include "mixed.h"

#include "elementwise.h"

namespace et::ET_KERNEL_LIBRARY {

namespace {

struct MixedParams {
  ScalarType types[kMaxOperands];
  ScalarType common;
  bool binary;
  ElementFunction fn;
  const Element *param;
};

void mixed_run(const ElementRun &run) {
  const MixedParams &params = *static_cast<const MixedParams *>(run.params);
  NumberKind kind = number_kind(params.common);
  ElementRun at = run;
  Element b = {0, {0, 0}};
  for (size_t i = run.count; i != 0; --i) {
    Element a = round_element(params.common, load_element(params.types[1], at.data[1]));
    if (params.binary)
      b = round_element(params.common, load_element(params.types[2], at.data[2]));
    params.fn(kind, a, b, *params.param);
    store_element(params.types[0], at.data[0], round_element(params.common, a));
    for (size_t k = 0; k < kMaxOperands; ++k)
      at.data[k] += run.strides[k];
  }
}

} // namespace

ScalarType common_dtype(Span<EValue *> args, size_t inputs, size_t out, bool to_float, bool &ok) {
  Tensor operands[kMaxOperands];
  ok = take_operands(args, inputs, out, operands);
  for (size_t i = 0; ok && i <= inputs; ++i)
    ok = number_kind(operands[i].scalar_type()) != NumberKind::None;
  if (!ok)
    return ScalarType::Float;
  ScalarType common =
      inputs == 2 ? result_type(operands[1], operands[2]) : operands[1].scalar_type();
  if (to_float && number_kind(common) <= NumberKind::Integer)
    common = ScalarType::Float;
  ok = can_cast(common, operands[0].scalar_type());
  return common;
}

void mixed_elementwise(KernelRuntimeContext &context, Span<EValue *> args, size_t inputs,
                       size_t out, ScalarType common, ElementFunction fn, const Element &param) {
  Tensor operands[kMaxOperands];
  MixedParams params = {{}, common, inputs == 2, fn, &param};
  bool ok = take_operands(args, inputs, out, operands);
  for (size_t i = 0; ok && i <= inputs; ++i)
    params.types[i] = operands[i].scalar_type();
  if (!ok)
    return context.fail(Error::InvalidArgument);
  walk_broadcast(context, operands, inputs + 1, mixed_run, &params);
}

} // namespace et::ET_KERNEL_LIBRARY
