// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::addmm.out: beta * self + alpha * (mat1 x mat2). Self broadcasts to the output's shape. If
// beta is 0, self is not read, so that a NaN in self does not spread. If alpha is 0, the product is
// ignored for the same reason. For integer dtypes, beta and alpha lose their fractions.

#include "../common/scalar_argument.h"
#include "matrix_product.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

struct Factors {
  ScalarNumber beta;
  ScalarNumber alpha;
};

inline bool is_zero(uint32_t value) { return value == 0; }
inline bool is_zero(uint64_t value) { return value == 0; }
inline bool is_zero(float value) { return value == 0; }
inline bool is_zero(double value) { return value == 0; }
template <typename T> bool is_zero(Complex<T> value) { return value.real == 0 && value.imag == 0; }

template <typename T>
void store_addmm(char *out, const ProductSum &total, const char *addend, const void *params) {
  using Compute = ComputeType<T>;
  const Factors &factors = *static_cast<const Factors *>(params);
  const Compute beta = factors.beta.as<Compute>();
  const Compute alpha = factors.alpha.as<Compute>();
  Compute sum = Compute(0);
  if (!is_zero(alpha))
    sum = alpha * *reinterpret_cast<const Compute *>(total.bytes);
  if (!is_zero(beta))
    sum += beta * static_cast<Compute>(*reinterpret_cast<const T *>(addend));
  *reinterpret_cast<T *>(out) = static_cast<T>(sum);
}

struct AddmmKernel : ProductArithmetic {
  ScalarReader read;
};
template <typename T>
constexpr AddmmKernel kAddmm = {{DtypeOf<T>::value, accumulate_products<T>, store_addmm<T>},
                                kConvertedReader<T>};

void addmm(KernelRuntimeContext &context, Args args, const AddmmKernel &kernel) {
  enum Arguments : size_t { kSelf, kMat1, kMat2, kBeta, kAlpha, kOut, kCount };
  Call call(context, args, kCount);
  const Tensor self = call.any_tensor(kSelf);
  Factors factors;
  call.require(call.ok() && kernel.read(call[kBeta], kernel.dtype, factors.beta.bytes) &&
               kernel.read(call[kAlpha], kernel.dtype, factors.alpha.bytes));
  matrix_product(call, kMat1, kOut, &self, kernel, &factors);
}

} // namespace

#define ADDMM(name, code, type)                                                                    \
  ET_KERNEL(aten, addmm.out, name, "v1/" #code ";|*",                                              \
            "addmm.out(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1, "  \
            "Tensor(a!) out) -> Tensor(a!)") {                                                     \
    addmm(context, args, kAddmm<type>);                                                            \
  }
ET_FORALL_NUMBER_DTYPES(ADDMM)

} // namespace et::kernels::ET_KERNEL_LIBRARY
