// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loop of self + alpha * other, and the fallback kernels of add, sub and rsub.
// `negative` is true for sub and rsub, which negate alpha.

#pragma once

#include "../common/alpha.h"
#include "../common/dtypes.h"
#include "../common/elementwise.h"
#include "../common/scalar_argument.h"
#include "mixed.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

template <typename T, typename A = T, typename B = T> void add_run_of(const ElementRun &run) {
  using Compute = ComputeType<T>;
  const Compute alpha = static_cast<const ScalarNumber *>(run.params)->as<Compute>();
  zip_run<A, T, B, Compute>(
      run, [alpha](Compute a, Compute b) { return static_cast<T>(a + alpha * b); });
}
template <typename T> void add_run(const ElementRun &run) { add_run_of<T>(run); }

void mixed_add(KernelRuntimeContext &context, Args args, const WideRuns &runs, bool negative);
void mixed_add_scalar(KernelRuntimeContext &context, Args args, const WideRuns &runs, Rules rules,
                      bool negative);

} // namespace et::kernels::ET_KERNEL_LIBRARY
