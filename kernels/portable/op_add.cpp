// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::add.out: self + alpha * other, broadcast. As in PyTorch, alpha may be a Bool only for Bool
// tensors, and floating point only for floating point ones.

#include <type_traits>

#include "../common/dtypes.h"
#include "../common/elementwise.h"
#include "../common/scalar_argument.h"
#include "mixed.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

template <typename T> void add_run(const ElementRun &run) {
  using Compute = ComputeType<T>;
  const Compute alpha = *static_cast<const Compute *>(run.params);
  zip_run<T>(run, [alpha](Compute a, Compute b) { return static_cast<T>(a + alpha * b); });
}

template <typename T> void add(KernelRuntimeContext &context, Args args) {
  Call call(context, args, 4);
  ComputeType<T> alpha;
  if (call.ok() && call.require((std::is_same_v<T, bool> || !call[2].isBool()) &&
                                read_scalar<T>(call[2], alpha)))
    elementwise(context, args, {2, 3, DtypeOf<T>::value}, add_run<T>, &alpha);
}

void add_element(NumberKind kind, Element &a, const Element &b, const Element &alpha) {
  a.integer =
      static_cast<int64_t>(static_cast<uint64_t>(a.integer) +
                           static_cast<uint64_t>(alpha.integer) * static_cast<uint64_t>(b.integer));
  if (kind == NumberKind::Complex)
    a.number += alpha.number * b.number;
  else
    a.number.real += alpha.number.real * b.number.real;
}

} // namespace

#define ADD_SCHEMA                                                                                 \
  "add.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)"
#define ADD(name, code, type)                                                                      \
  ET_KERNEL(aten, add.out, name, "v1/" #code ";|*", ADD_SCHEMA) { add<type>(context, args); }
ET_FORALL_COMPUTE_DTYPES(ADD)

ET_FALLBACK_KERNEL(aten, add.out, ADD_SCHEMA) {
  Call call(context, args, 4);
  MixedOperands operands = take_mixed_operands(call, 2, 3, false);
  Element alpha;
  call.require(call.ok() && (operands.common == ScalarType::Bool || !call[2].isBool()) &&
               read_scalar(call[2], operands.common, alpha));
  mixed_elementwise(call, operands, add_element, alpha);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
