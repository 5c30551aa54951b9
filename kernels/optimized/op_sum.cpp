// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::sum.IntList_out: the sum along some dimensions, or 0 if there are no elements. Each kernel
// serves one floating point dtype. Half and BFloat16 are summed in Float.

#include "fold.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

template <typename T> struct Loop {
  template <size_t bytes>
  ET_ALWAYS_INLINE static void run(const ElementRun &outputs, FoldState *state) {
    SumLoop<T>::template fold<bytes>(outputs, *state, [](auto sum) ET_INLINED { return sum; });
  }
};

template <typename T> void sum_fold(const ElementRun &outputs, FoldState &state) {
  run_on_machine<T, Loop<T>>(outputs, &state);
}

template <typename T>
constexpr FoldKernel kSum = {DtypeOf<T>::value, DtypeOf<T>::value, sum_fold<T>};

void sum(KernelRuntimeContext &context, Args args, const FoldKernel &kernel) {
  fold(context, args, FoldForm(5).with_dims(1).with_keepdim(2).with_dtype(3).with_out(4), kernel);
}

} // namespace

#define SUM(name, code, type)                                                                      \
  ET_KERNEL(aten, sum.IntList_out, name, "v1/" #code ";|*",                                        \
            "sum.IntList_out(Tensor self, int[1]? dim, bool keepdim=False, *, "                    \
            "ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!)") {                             \
    sum(context, args, kSum<type>);                                                                \
  }
ET_FORALL_FLOAT_DTYPES(SUM)

} // namespace et::kernels::ET_KERNEL_LIBRARY
