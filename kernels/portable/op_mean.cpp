// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::mean.out: the mean along some dimensions. mean.dtype_out is the mean of all elements. The
// mean of no elements is NaN. Half and BFloat16 are summed and divided in Float. The fallback
// kernel serves calls in which the output has another dtype than self.

#include "../common/dtypes.h"
#include "mixed_fold.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

template <typename T> T divide(T sum, T count) { return sum / count; }
template <typename T> Complex<T> divide(Complex<T> sum, T count) {
  return {sum.real / count, sum.imag / count};
}
template <typename T> struct CountOf {
  using type = T;
};
template <typename T> struct CountOf<Complex<T>> {
  using type = T;
};

template <typename T> void mean_fold(const ElementRun &outputs, FoldState &state) {
  using Compute = ComputeType<T>;
  const auto total = static_cast<typename CountOf<Compute>::type>(state.total);
  fold_run<T, T>(
      outputs, state, Compute(0),
      [](Compute sum, const T &value) { return sum + static_cast<Compute>(value); },
      [total](Compute sum) { return divide(sum, total); });
}

template <typename T>
constexpr FoldKernel kMean = {DtypeOf<T>::value, DtypeOf<T>::value, mean_fold<T>};

constexpr WideFolds kMeanFolds = {nullptr,
                                  nullptr,
                                  mean_fold<float>,
                                  mean_fold<double>,
                                  mean_fold<Complex<float>>,
                                  mean_fold<Complex<double>>};

constexpr FoldForm kForm =
    FoldForm(5).with_dims(1).with_keepdim(2).with_dtype(3).with_out(4).with_rules(
        FoldForm::Fractional);
constexpr FoldForm kAllForm =
    FoldForm(3).with_dtype(1).with_out(2).with_rules(FoldForm::Fractional);

void mean(KernelRuntimeContext &context, Args args, const FoldKernel &kernel) {
  fold(context, args, kForm, kernel);
}

void mean_of_all(KernelRuntimeContext &context, Args args, const FoldKernel &kernel) {
  fold(context, args, kAllForm, kernel);
}

} // namespace

#define MEAN_SCHEMA                                                                                \
  "mean.out(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None, "             \
  "Tensor(a!) out) -> Tensor(a!)"
#define ALL_SCHEMA                                                                                 \
  "mean.dtype_out(Tensor self, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!)"
#define MEAN(name, code, type)                                                                     \
  ET_KERNEL(aten, mean.out, name, "v1/" #code ";|*", MEAN_SCHEMA) {                                \
    mean(context, args, kMean<type>);                                                              \
  }                                                                                                \
  ET_KERNEL(aten, mean.dtype_out, name, "v1/" #code ";|*", ALL_SCHEMA) {                           \
    mean_of_all(context, args, kMean<type>);                                                       \
  }
ET_FORALL_FLOAT_DTYPES(MEAN)
ET_FORALL_COMPLEX_DTYPES(MEAN)

ET_KERNEL(aten, mean.out, fallback, ET_KEY(NumbersAndBool, FloatsAndComplex), MEAN_SCHEMA) {
  mixed_fold(context, args, kForm, kMeanFolds);
}
ET_KERNEL(aten, mean.dtype_out, fallback, ET_KEY(NumbersAndBool, FloatsAndComplex), ALL_SCHEMA) {
  mixed_fold(context, args, kAllForm, kMeanFolds);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
