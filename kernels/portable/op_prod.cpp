// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::prod.int_out: the product along a dimension. prod.out: the product of all elements. The
// product of no elements is 1. For integers and Bool, the product is a Long and wraps around. Half
// and BFloat16 are multiplied in Float. The fallback kernel serves other output dtypes. It first
// converts the elements to the output's wide type (element.h), for example Int for Char.

#include "../common/dtypes.h"
#include "mixed_fold.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

template <typename T, typename Result> void prod_fold(const ElementRun &outputs, FoldState &state) {
  using Product = ComputeType<Result>;
  fold_run<T, Result>(
      outputs, state, Product(1),
      [](Product product, const T &value) { return product * static_cast<Product>(value); },
      [](Product product) { return product; });
}

template <typename T, typename Result>
constexpr FoldKernel kProd = {DtypeOf<T>::value, DtypeOf<Result>::value, prod_fold<T, Result>};

constexpr WideFolds kProdFolds = {prod_fold<int32_t, int32_t>,
                                  prod_fold<int64_t, int64_t>,
                                  prod_fold<float, float>,
                                  prod_fold<double, double>,
                                  prod_fold<Complex<float>, Complex<float>>,
                                  prod_fold<Complex<double>, Complex<double>>};

constexpr FoldForm kForm =
    FoldForm(5).with_dims(1).with_keepdim(2).with_dtype(3).with_out(4).with_rules(FoldForm::OneDim);
constexpr FoldForm kAllForm = FoldForm(3).with_dtype(1).with_out(2);

void prod(KernelRuntimeContext &context, Args args, const FoldKernel &kernel) {
  fold(context, args, kForm, kernel);
}

void prod_of_all(KernelRuntimeContext &context, Args args, const FoldKernel &kernel) {
  fold(context, args, kAllForm, kernel);
}

} // namespace

#define PROD_SCHEMA                                                                                \
  "prod.int_out(Tensor self, int dim, bool keepdim=False, *, ScalarType? dtype=None, "             \
  "Tensor(a!) out) -> Tensor(a!)"
#define ALL_SCHEMA "prod.out(Tensor self, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!)"
#define KERNELS(name, key, type, result)                                                           \
  ET_KERNEL(aten, prod.int_out, name, key, PROD_SCHEMA) {                                          \
    prod(context, args, kProd<type, result>);                                                      \
  }                                                                                                \
  ET_KERNEL(aten, prod.out, name, key, ALL_SCHEMA) {                                               \
    prod_of_all(context, args, kProd<type, result>);                                               \
  }
#define PROD(name, code, type) KERNELS(name, "v1/" #code ";|*", type, type)
ET_FORALL_FLOAT_DTYPES(PROD)
ET_FORALL_COMPLEX_DTYPES(PROD)
#define INTEGER_PROD(name, code, type) KERNELS(name, "v1/" #code ";|4;", type, int64_t)
ET_FORALL_INTEGER_DTYPES(INTEGER_PROD)
ET_FORALL_BOOL_DTYPE(INTEGER_PROD)

ET_KERNEL(aten, prod.int_out, fallback, ET_KEY(NumbersAndBool, Rest), PROD_SCHEMA) {
  mixed_fold(context, args, kForm, kProdFolds, conversion);
}
ET_KERNEL(aten, prod.out, fallback, ET_KEY(NumbersAndBool, Rest), ALL_SCHEMA) {
  mixed_fold(context, args, kAllForm, kProdFolds, conversion);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
