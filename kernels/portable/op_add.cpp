// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::add.out: self + alpha * other, broadcast. As in PyTorch, alpha may be a Bool only for Bool
// tensors, and floating point only for floating point ones.

#include "../common/dtypes.h"
#include "../common/elementwise.h"
#include "../common/scalar_argument.h"
#include "mixed.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

template <typename T> void add_run(const ElementRun &run) {
  using Compute = ComputeType<T>;
  const Compute alpha = static_cast<const ScalarNumber *>(run.params)->as<Compute>();
  zip_run<T>(run, [alpha](Compute a, Compute b) { return static_cast<T>(a + alpha * b); });
}

struct AddKernel : ElementwiseKernel {
  ScalarReader read;
};
template <typename T>
constexpr AddKernel kAdd = {{DtypeOf<T>::value, 3, add_run<T>}, kScalarReader<T>};
constexpr WideRuns kAddRuns = ET_WIDE_RUNS(add_run);

ScalarNumber take_alpha(Call &call, ScalarType dtype, ScalarReader read) {
  ScalarNumber alpha;
  call.require(call.ok() && (dtype == ScalarType::Bool || !call[2].isBool()) &&
               read(call[2], dtype, alpha.bytes));
  return alpha;
}

void add(KernelRuntimeContext &context, Args args, const AddKernel &kernel) {
  Call call(context, args, 4);
  const ScalarNumber alpha = take_alpha(call, kernel.dtype, kernel.read);
  zip(call, kernel, &alpha);
}

} // namespace

#define ADD_SCHEMA                                                                                 \
  "add.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)"
#define ADD(name, code, type)                                                                      \
  ET_KERNEL(aten, add.out, name, "v1/" #code ";|*", ADD_SCHEMA) { add(context, args, kAdd<type>); }
ET_FORALL_COMPUTE_DTYPES(ADD)

ET_FALLBACK_KERNEL(aten, add.out, ADD_SCHEMA) {
  Call call(context, args, 4);
  const MixedOperands operands = take_mixed_operands(call, 3);
  const ScalarNumber alpha = take_alpha(call, operands.common, read_any);
  mixed_zip(call, operands, kAddRuns, &alpha);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
