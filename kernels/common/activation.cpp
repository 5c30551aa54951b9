// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See activation.h.

#include "activation.h"

namespace et::kernels {

void activate(Call &call, const ElementwiseKernel &kernel, const ScalarNumber *numbers) {
  enum : size_t { kInput };
  const Tensor out = call.output(kernel.out, kernel.result);
  const Tensor in = call.output(kInput, kernel.dtype);
  map(call, out, in, kernel.run, numbers);
}

void activate(KernelRuntimeContext &context, Args args, const ActivationKernel &kernel) {
  Call call(context, args, kernel.out + size_t(1));
  ScalarNumber numbers[kMaxActivationNumbers];
  for (size_t i = 1; i < kernel.out; ++i)
    call.require(call.ok() && kernel.read(call[i], kernel.dtype, numbers[i - 1].bytes));
  activate(call, kernel, numbers);
}

} // namespace et::kernels
