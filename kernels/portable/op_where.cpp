// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::where.self_out: takes an element from `self` if the condition is true, else from `other`.
// The three tensors broadcast. The condition is Bool; the fallback accepts Byte, too.

#include "where.h"

#include "mixed.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

enum Arguments : size_t { kConditionArgument, kSelf, kOther, kOut, kCount };

template <typename T>
constexpr ElementwiseKernel kWhere = elementwise<T>(kOut, select_run<BitsOf<T>>);

template <typename T> void select_wide_run(const ElementRun &run) { select_run<BitsOf<T>>(run); }
constexpr WideRuns kRuns = ET_WIDE_RUNS(select_wide_run);

void where(KernelRuntimeContext &context, Args args, const ElementwiseKernel &kernel) {
  Call call(context, args, kCount);
  const Tensor operands[] = {call.output(kOut, kernel.result), call.output(kSelf, kernel.dtype),
                             call.output(kOther, kernel.dtype),
                             call.output(kConditionArgument, ScalarType::Bool)};
  for_each_element(call, operands, 4, kernel.run, nullptr);
}

} // namespace

#define WHERE_SCHEMA                                                                               \
  "where.self_out(Tensor condition, Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)"
#define WHERE(name, code, type)                                                                    \
  ET_KERNEL(aten, where.self_out, name, "v1/11;|" #code ";|*", WHERE_SCHEMA) {                     \
    where(context, args, kWhere<type>);                                                            \
  }
ET_FORALL_COMPUTE_DTYPES(WHERE)

ET_KERNEL(aten, where.self_out, fallback, "v1/0,11;|0-7,9-11,15;|*", WHERE_SCHEMA) {
  Call call(context, args, kCount);
  MixedOperands operands = {};
  operands.rules = kCondition;
  constexpr uint8_t order[] = {3, 1, 2, 0};
  for (const uint8_t index : order)
    take_mixed_operand(call, operands, index);
  if (!call.ok())
    return;
  operands.common = result_type(operands.tensors[1], operands.tensors[2]);
  if (call.require(operands.types[3] == ScalarType::Bool || operands.types[3] == ScalarType::Byte))
    mixed_zip(call, operands, kRuns, nullptr);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
