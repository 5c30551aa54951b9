// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::mean.out: the mean along some dimensions, or NaN if there are no elements. mean.dtype_out
// is the mean of all elements. Each kernel serves one floating point dtype. Half and BFloat16 are
// summed and divided in Float.

#include "fold.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

template <typename T> struct Loop {
  template <size_t bytes>
  ET_ALWAYS_INLINE static void run(const ElementRun &outputs, FoldState *state) {
    const Lane<T> total = static_cast<Lane<T>>(state->total);
    SumLoop<T>::template fold<bytes>(outputs, *state,
                                     [=](auto sum) ET_INLINED { return sum / total; });
  }
};

template <typename T> void mean_fold(const ElementRun &outputs, FoldState &state) {
  run_on_machine<T, Loop<T>>(outputs, &state);
}

template <typename T>
constexpr FoldKernel kMean = {DtypeOf<T>::value, DtypeOf<T>::value, mean_fold<T>};

void mean(KernelRuntimeContext &context, Args args, const FoldKernel &kernel) {
  fold(context, args,
       FoldForm(5).with_dims(1).with_keepdim(2).with_dtype(3).with_out(4).with_rules(
           FoldForm::Fractional),
       kernel);
}

void mean_of_all(KernelRuntimeContext &context, Args args, const FoldKernel &kernel) {
  fold(context, args, FoldForm(3).with_dtype(1).with_out(2).with_rules(FoldForm::Fractional),
       kernel);
}

} // namespace

#define MEAN(name, code, type)                                                                     \
  ET_KERNEL(aten, mean.out, name, "v1/" #code ";|*",                                               \
            "mean.out(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None, "   \
            "Tensor(a!) out) -> Tensor(a!)") {                                                     \
    mean(context, args, kMean<type>);                                                              \
  }                                                                                                \
  ET_KERNEL(aten, mean.dtype_out, name, "v1/" #code ";|*",                                         \
            "mean.dtype_out(Tensor self, *, ScalarType? dtype=None, Tensor(a!) out) "              \
            "-> Tensor(a!)") {                                                                     \
    mean_of_all(context, args, kMean<type>);                                                       \
  }
ET_FORALL_FLOAT_DTYPES(MEAN)

} // namespace et::kernels::ET_KERNEL_LIBRARY
