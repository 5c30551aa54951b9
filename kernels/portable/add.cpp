// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See add.h.

#include "add.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

namespace {

ScalarNumber take_alpha(Call &call, size_t index, ScalarType dtype, ScalarReader read) {
  ScalarNumber alpha = {};
  call.require(call.ok() && (dtype == ScalarType::Bool || !call[index].isBool()) &&
               read(call[index], dtype, alpha.bytes));
  return alpha;
}

} // namespace

void add(KernelRuntimeContext &context, Args::Items items, size_t size, const AddKernel &kernel) {
  Call call(context, {items, size}, 4);
  const ScalarNumber alpha = take_alpha(call, 2, kernel.dtype, kernel.read);
  zip(call, kernel, &alpha);
}

void subtract(KernelRuntimeContext &context, Args::Items items, size_t size,
              const AddKernel &kernel) {
  Call call(context, {items, size}, 4);
  ScalarNumber alpha = take_alpha(call, 2, kernel.dtype, kernel.read);
  negate(alpha, kernel.dtype);
  zip(call, kernel, &alpha);
}

void add_scalar(KernelRuntimeContext &context, Args::Items items, size_t size,
                const AddScalarKernel &kernel) {
  Call call(context, {items, size}, 4);
  const ScalarNumber alpha = take_alpha(call, 2, kernel.dtype, kernel.read_alpha);
  zip_scalar(call, kernel, &alpha);
}

void subtract_scalar(KernelRuntimeContext &context, Args::Items items, size_t size,
                     const AddScalarKernel &kernel) {
  Call call(context, {items, size}, 4);
  ScalarNumber alpha = take_alpha(call, 2, kernel.dtype, kernel.read_alpha);
  call.require(call.ok() && !call[1].isBool());
  negate(alpha, kernel.dtype);
  zip_scalar(call, kernel, &alpha);
}

void mixed_add(KernelRuntimeContext &context, Args::Items items, size_t size, const WideRuns &runs,
               TakeMixed take, Rules rules, bool negative) {
  Call call(context, {items, size}, 4);
  const MixedOperands operands = take(call, 3, rules);
  ScalarNumber alpha = take_alpha(call, 2, operands.common, read_any);
  if (negative && call.ok()) {
    // PyTorch subtracts no Bool, whatever it is subtracted from.
    for (size_t i = 1; i < operands.count; ++i)
      call.require(operands.types[i] != ScalarType::Bool);
    call.require(!call[1].isBool());
    negate(alpha, operands.common);
  }
  mixed_zip(call, operands, runs, &alpha);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
