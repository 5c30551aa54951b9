// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::pow.Tensor_Tensor_out, pow.Tensor_Scalar_out, pow.Scalar_out: self to the power of
// exponent, broadcast. Powers of integers wrap around. A negative power of an integer loses its
// fraction, and a negative power of the integer 0 is 0. As in PyTorch, the call fails if self is
// Bool or integer and the exponent is a negative integer Scalar. The square, the most frequent
// power in models, is computed as a product.

#include "../common/dtypes.h"
#include "../common/elementwise.h"
#include "mixed.h"
#include <cmath>

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

enum Arguments : size_t { kSelf, kExponent, kOut, kCount };

/// Not inlined, so that the loops of the three operators share one copy of power() for each T.
template <typename T> __attribute__((noinline)) T power(T base, T exponent) {
  if constexpr (std::is_integral_v<T>) {
    using Word = std::make_unsigned_t<T>;
    if (exponent < 0)
      return base == 1 ? 1 : base == -1 ? (exponent % 2 != 0 ? -1 : 1) : 0;
    Word result = 1;
    Word square = static_cast<Word>(base);
    for (Word left = static_cast<Word>(exponent); left != 0; left >>= 1) {
      if (left & 1)
        result *= square;
      square *= square;
    }
    return static_cast<T>(result);
  } else {
    return exponent == 2 ? base * base : std::pow(base, exponent);
  }
}

template <typename T, typename A, typename B> void pow_run_of(const ElementRun &run) {
  zip_run<A, T, B>(run, [](NumberType<T> base, NumberType<T> exponent) {
    return static_cast<T>(power<NumberType<T>>(base, exponent));
  });
}
template <typename T> void pow_run(const ElementRun &run) { pow_run_of<T, T, T>(run); }

template <typename T> constexpr ElementwiseKernel kPow = elementwise<T>(kBinaryOut, pow_run<T>);
template <typename T>
constexpr ScalarKernel kPowTensorScalar =
    scalar_kernel<T>(kBinaryOut, pow_run_of<T, T, ScalarElement<T>>);
template <typename T>
constexpr ScalarKernel kPowScalar =
    scalar_kernel<T>(kBinaryOut, pow_run_of<T, ScalarElement<T>, T>, 0, 1);
constexpr WideRuns kRuns = ET_WIDE_REAL_RUNS(pow_run);

void check_exponent(Call &call) {
  const Tensor self = call.any_tensor(kSelf);
  if (call.ok() && call[kExponent].isInt() && call[kExponent].toInt() < 0)
    call.require(number_kind(self.scalar_type()) > NumberKind::Integer);
}

void pow_tensor_scalar(KernelRuntimeContext &context, Args args, const ScalarKernel &kernel) {
  Call call(context, args, kCount);
  check_exponent(call);
  zip_scalar(call, kernel, nullptr);
}

} // namespace

#define POW_SCHEMA                                                                                 \
  "pow.Tensor_Tensor_out(Tensor self, Tensor exponent, *, Tensor(a!) out) -> Tensor(a!)"
#define POW(name, code, type)                                                                      \
  ET_KERNEL(aten, pow.Tensor_Tensor_out, name, "v1/" #code ";|*", POW_SCHEMA) {                    \
    zip(context, args, kPow<type>);                                                                \
  }
ET_FORALL_REAL_DTYPES(POW)

ET_KERNEL(aten, pow.Tensor_Tensor_out, fallback, ET_KEY(RealsAndBool, RealsAndBool, Numbers),
          POW_SCHEMA) {
  mixed_zip(context, args, kRuns, kWithoutBool);
}

#define POW_TENSOR_SCALAR_SCHEMA                                                                   \
  "pow.Tensor_Scalar_out(Tensor self, Scalar exponent, *, Tensor(a!) out) -> Tensor(a!)"
#define POW_TENSOR_SCALAR(name, code, type)                                                        \
  ET_KERNEL(aten, pow.Tensor_Scalar_out, name, "v1/" #code ";|*", POW_TENSOR_SCALAR_SCHEMA) {      \
    pow_tensor_scalar(context, args, kPowTensorScalar<type>);                                      \
  }
ET_FORALL_REAL_DTYPES(POW_TENSOR_SCALAR)

ET_KERNEL(aten, pow.Tensor_Scalar_out, fallback, ET_KEY(RealsAndBool, Numbers),
          POW_TENSOR_SCALAR_SCHEMA) {
  Call call(context, args, kCount);
  check_exponent(call);
  MixedScalar mixed;
  take_mixed_scalar(call, kOut, kWithoutBool, mixed);
  mixed_scalar(call, mixed, kRuns, nullptr);
}

#define POW_SCALAR_SCHEMA                                                                          \
  "pow.Scalar_out(Scalar self, Tensor exponent, *, Tensor(a!) out) -> Tensor(a!)"
#define POW_SCALAR(name, code, type)                                                               \
  ET_KERNEL(aten, pow.Scalar_out, name, "v1/" #code ";|*", POW_SCALAR_SCHEMA) {                    \
    zip_scalar(context, args, kPowScalar<type>);                                                   \
  }
ET_FORALL_REAL_DTYPES(POW_SCALAR)

ET_KERNEL(aten, pow.Scalar_out, fallback, ET_KEY(RealsAndBool, Numbers), POW_SCALAR_SCHEMA) {
  mixed_scalar(context, args, kRuns, kWithoutBool | kScalarFirst);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
