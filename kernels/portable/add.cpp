// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See add.h.

#include "add.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

namespace {

ScalarNumber take_mixed_alpha(Call &call, ScalarType dtype, bool negative) {
  enum Arguments : size_t { kSelf, kOther, kAlpha };
  ScalarNumber alpha = take_alpha(call, kAlpha, dtype, read_any);
  if (negative)
    negate(alpha, dtype);
  return alpha;
}

} // namespace

void mixed_add(KernelRuntimeContext &context, Args args, const WideRuns &runs, bool negative) {
  enum Arguments : size_t { kOut = 3, kCount };
  Call call(context, args, kCount);
  const MixedOperands operands = take_mixed_operands(call, kOut);
  const ScalarNumber alpha = take_mixed_alpha(call, operands.common, negative);
  if (negative)
    call.require(operands.types[1] != ScalarType::Bool && operands.types[2] != ScalarType::Bool);
  mixed_zip(call, operands, runs, &alpha);
}

void mixed_add_scalar(KernelRuntimeContext &context, Args args, const WideRuns &runs, Rules rules,
                      bool negative) {
  enum Arguments : size_t { kSelf, kOther, kAlpha, kOut, kCount };
  Call call(context, args, kCount);
  MixedScalar mixed;
  take_mixed_scalar(call, kOut, rules, mixed);
  if (!call.ok())
    return;
  const ScalarNumber alpha = take_mixed_alpha(call, mixed.map.common, negative);
  if (negative)
    call.require(call.ok() && mixed.map.in != ScalarType::Bool && !call[kOther].isBool());
  mixed_scalar(call, mixed, runs, &alpha);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
