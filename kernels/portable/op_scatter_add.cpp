// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::scatter_add.out: a copy of self. Each index selects an element of the copy (scatter.h). The
// element of src at the position of the index is added to the selected element. The elements of src
// are added in the order of their positions, and each addition rounds to the dtype. A sum of Bools
// is true if at least one Bool is true.

#include "scatter.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

struct ScatterAddKernel {
  ScalarType dtype;
  ElementRunFunction run;
};
template <typename T>
constexpr ScatterAddKernel kScatterAdd = {DtypeOf<T>::value, accumulate_run<T>};

void scatter_add(KernelRuntimeContext &context, Args args, const ScatterAddKernel &kernel) {
  enum Arguments : size_t { kSelf, kDim, kIndexArgument, kSrc, kOut, kCount };
  Call call(context, args, kCount);
  call.output(kSelf, kernel.dtype);
  const ScatterOperands operands = take_scatter_operands(call, kOut);
  if (call.ok())
    scatter_elements(call, operands, take_scattered(call, operands), kernel.run, nullptr);
}

} // namespace

#define SCATTER_ADD(name, code, type)                                                              \
  ET_KERNEL(aten, scatter_add.out, name, "v1/" #code ";|4;|" #code ";|*",                          \
            "scatter_add.out(Tensor self, int dim, Tensor index, Tensor src, *, "                  \
            "Tensor(a!) out) -> Tensor(a!)") {                                                     \
    scatter_add(context, args, kScatterAdd<type>);                                                 \
  }
ET_FORALL_REAL_DTYPES(SCATTER_ADD)
ET_FORALL_BOOL_DTYPE(SCATTER_ADD)

} // namespace et::kernels::ET_KERNEL_LIBRARY
