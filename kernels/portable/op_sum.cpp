// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::sum.IntList_out: the sum along some dimensions, 0 if there are no elements. For integers
// and Bool, the sum is a Long. Integer sums wrap around. Half and BFloat16 are summed in Float. The
// fallback kernel serves other output dtypes. It first converts the elements to the output's wide
// type (element.h), for example Int for Char.

#include "../common/dtypes.h"
#include "mixed_fold.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

template <typename T, typename Result> void sum_fold(const ElementRun &outputs, FoldState &state) {
  using Sum = ComputeType<Result>;
  fold_run<T, Result>(
      outputs, state, Sum(0), [](Sum sum, const T &value) { return sum + static_cast<Sum>(value); },
      [](Sum sum) { return sum; });
}

template <typename T, typename Result>
constexpr FoldKernel kSum = {DtypeOf<T>::value, DtypeOf<Result>::value, sum_fold<T, Result>};

constexpr WideFolds kSumFolds = {sum_fold<int32_t, int32_t>,
                                 sum_fold<int64_t, int64_t>,
                                 sum_fold<float, float>,
                                 sum_fold<double, double>,
                                 sum_fold<Complex<float>, Complex<float>>,
                                 sum_fold<Complex<double>, Complex<double>>};

constexpr FoldForm kForm = FoldForm(5).with_dims(1).with_keepdim(2).with_dtype(3).with_out(4);

void sum(KernelRuntimeContext &context, Args args, const FoldKernel &kernel) {
  fold(context, args, kForm, kernel);
}

} // namespace

#define SUM_SCHEMA                                                                                 \
  "sum.IntList_out(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None, "      \
  "Tensor(a!) out) -> Tensor(a!)"
#define SUM(name, code, type)                                                                      \
  ET_KERNEL(aten, sum.IntList_out, name, "v1/" #code ";|*", SUM_SCHEMA) {                          \
    sum(context, args, kSum<type, type>);                                                          \
  }
ET_FORALL_FLOAT_DTYPES(SUM)
ET_FORALL_COMPLEX_DTYPES(SUM)

#define INTEGER_SUM(name, code, type)                                                              \
  ET_KERNEL(aten, sum.IntList_out, name, "v1/" #code ";|4;", SUM_SCHEMA) {                         \
    sum(context, args, kSum<type, int64_t>);                                                       \
  }
ET_FORALL_INTEGER_DTYPES(INTEGER_SUM)
ET_FORALL_BOOL_DTYPE(INTEGER_SUM)

ET_KERNEL(aten, sum.IntList_out, fallback, ET_KEY(NumbersAndBool, Rest), SUM_SCHEMA) {
  mixed_fold(context, args, kForm, kSumFolds, conversion);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
