// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See bit_range.h.

#include "bit_range.h"

#include <cstring>

namespace et::kernels::ET_KERNEL_LIBRARY {

namespace {

void false_run(const ElementRun &run) { std::memset(run.data[0], 0, run.count); }

} // namespace

void no_integer(KernelRuntimeContext &context, Args args) {
  enum Arguments : size_t { kSelf, kOut, kCount };
  Call call(context, args, kCount);
  const Tensor self = call.any_tensor(kSelf);
  const Tensor out = call.output(kOut, ScalarType::Bool);
  if (!call.ok())
    return;
  const ScalarType type = self.scalar_type();
  call.require(type <= ScalarType::Long || type == ScalarType::Bool);
  map(call, out, self, false_run, nullptr);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
