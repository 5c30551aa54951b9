// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::mm.out: the product of two matrices. Sums of integers wrap around; Half and BFloat16 are
// summed in Float.

#include "et/kernel.h"
#include "matrix.h"

namespace et::ET_KERNEL_LIBRARY {
namespace {

void mm(KernelRuntimeContext &context, Span<EValue *> args, const ProductArithmetic &arithmetic) {
  if (args.size() < 3 || !args[0]->isTensor() || !args[1]->isTensor() || !args[2]->isTensor())
    return context.fail(Error::InvalidArgument);
  matrix_product(context, args[0]->toTensor(), args[1]->toTensor(), nullptr, args[2]->toTensor(),
                 arithmetic);
}

} // namespace

#define MM(name, code, type)                                                                       \
  ET_KERNEL(aten, mm.out, name, "v1/" #code ";|*",                                                 \
            "mm.out(Tensor self, Tensor mat2, *, Tensor(a!) out) -> Tensor(a!)") {                 \
    mm(context, args, kPlainProducts<type>);                                                       \
  }
ET_FORALL_NUMBER_DTYPES(MM)

} // namespace et::ET_KERNEL_LIBRARY
