// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See alpha.h.

#include "alpha.h"

namespace et::kernels {

namespace {

struct AlphaArguments {
  enum : size_t { kSelf, kOther, kAlpha, kOut, kCount };
};

} // namespace

ScalarNumber take_alpha(Call &call, size_t index, ScalarType dtype, ScalarReader read) {
  ScalarNumber alpha = {};
  call.require(call.ok() && (dtype == ScalarType::Bool || !call[index].isBool()) &&
               read(call[index], dtype, alpha.bytes));
  return alpha;
}

void add(KernelRuntimeContext &context, Args args, const AddKernel &kernel) {
  Call call(context, args, AlphaArguments::kCount);
  const ScalarNumber alpha = take_alpha(call, AlphaArguments::kAlpha, kernel.dtype, kernel.read);
  zip(call, kernel, &alpha);
}

void subtract(KernelRuntimeContext &context, Args args, const AddKernel &kernel) {
  Call call(context, args, AlphaArguments::kCount);
  ScalarNumber alpha = take_alpha(call, AlphaArguments::kAlpha, kernel.dtype, kernel.read);
  negate(alpha, kernel.dtype);
  zip(call, kernel, &alpha);
}

void add_scalar(KernelRuntimeContext &context, Args args, const AddScalarKernel &kernel) {
  Call call(context, args, AlphaArguments::kCount);
  const ScalarNumber alpha =
      take_alpha(call, AlphaArguments::kAlpha, kernel.dtype, kernel.read_alpha);
  zip_scalar(call, kernel, &alpha);
}

void subtract_scalar(KernelRuntimeContext &context, Args args, const AddScalarKernel &kernel) {
  Call call(context, args, AlphaArguments::kCount);
  ScalarNumber alpha = take_alpha(call, AlphaArguments::kAlpha, kernel.dtype, kernel.read_alpha);
  call.require(call.ok() && !call[AlphaArguments::kOther].isBool());
  negate(alpha, kernel.dtype);
  zip_scalar(call, kernel, &alpha);
}

} // namespace et::kernels
