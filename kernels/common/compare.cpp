// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See compare.h.

#include "compare.h"

namespace et::kernels {

void compare(KernelRuntimeContext &context, Args args, const CompareKernel &kernel) {
  enum Arguments : size_t { kSelf, kOther, kOut, kCount };
  Call call(context, args, kCount);
  if (!call.ok() || !kernel.float_run || !call[kOther].isDouble())
    return zip_scalar(call, kernel, nullptr);
  ScalarKernel floats = kernel;
  floats.read = read_float_operand;
  floats.run = kernel.float_run;
  zip_scalar(call, floats, nullptr);
}

} // namespace et::kernels
