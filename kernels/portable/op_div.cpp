// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::div.out, div.Scalar_out: self / other. The inputs broadcast. Integers are divided in
// Float.
//
// div.out_mode, div.Scalar_mode_out: self / other with a rounding mode: None, "floor" (down) or
// "trunc" (toward zero). With "floor" and "trunc", quotients of integers are integers. With these
// two modes, the call fails for complex numbers and for integer divisions by zero.
//
// As in ExecuTorch, complex numbers cannot be divided by a Scalar.

#include <cstring>

#include "../common/dtypes.h"
#include "division.h"
#include "mixed.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

enum Arguments : size_t { kSelf, kOther, kRoundingMode, kOut, kCount };

template <typename T>
constexpr ElementwiseKernel kDiv = elementwise<T>(kBinaryOut, true_quotient_run<T>);
template <typename T>
constexpr ScalarKernel kDivScalar =
    scalar_kernel<T>(kBinaryOut, division_run<TrueQuotient, T, ScalarElement<T>>);
constexpr WideRuns kTrueRuns = ET_WIDE_FLOAT_RUNS(true_quotient_run);
constexpr WideRuns kRealRuns = ET_WIDE_REAL_FLOAT_RUNS(true_quotient_run);
constexpr WideRuns kFloorRuns = ET_WIDE_REAL_RUNS(floor_quotient_run);
constexpr WideRuns kTruncatedRuns = ET_WIDE_REAL_RUNS(truncated_quotient_run);

enum Mode : uint8_t { kTrue, kFloor, kTruncate, kModes };

/// runs[mode] is null for integers with kTrue, and for complex numbers with the other modes.
template <typename Kernel> struct ModeKernel : Kernel {
  ElementRunFunction runs[kModes];
};
template <typename T, typename Other, typename Kernel>
constexpr ModeKernel<Kernel> mode_kernel(const Kernel &kernel) {
  if constexpr (std::is_integral_v<T>)
    return {kernel,
            {nullptr, division_run<FloorQuotient, T, Other>,
             division_run<TruncatedQuotient, T, Other>}};
  else if constexpr (kIsComplex<T>)
    return {kernel, {division_run<TrueQuotient, T, Other>, nullptr, nullptr}};
  else
    return {kernel,
            {division_run<TrueQuotient, T, Other>, division_run<FloorQuotient, T, Other>,
             division_run<TruncatedQuotient, T, Other>}};
}
template <typename T> constexpr auto kDivMode = mode_kernel<T, T>(elementwise<T>(kOut, nullptr));
template <typename T>
constexpr auto kDivScalarMode = mode_kernel<T, ScalarElement<T>>(divisor_kernel<T>(kOut, nullptr));

Mode take_mode(Call &call) {
  if (call.is_none(kRoundingMode))
    return kTrue;
  if (call.require(call.ok() && call[kRoundingMode].isString())) {
    const Span<const char> word = call[kRoundingMode].toString();
    if (word.size() == 5 && std::memcmp(word.data(), "floor", 5) == 0)
      return kFloor;
    call.require(word.size() == 5 && std::memcmp(word.data(), "trunc", 5) == 0);
  }
  return kTruncate;
}

void div_mode(KernelRuntimeContext &context, Args args,
              const ModeKernel<ElementwiseKernel> &kernel) {
  Call call(context, args, kCount);
  const ElementRunFunction run = kernel.runs[take_mode(call)];
  if (call.require(run))
    divide(call, kernel, run);
}

void div_scalar_mode(KernelRuntimeContext &context, Args args,
                     const ModeKernel<ScalarKernel> &kernel) {
  Call call(context, args, kCount);
  ScalarKernel chosen = kernel;
  chosen.run = kernel.runs[take_mode(call)];
  if (call.require(chosen.run))
    zip_scalar(call, chosen, nullptr);
}

void mixed_mode(KernelRuntimeContext &context, Args args) {
  Call call(context, args, kCount);
  const Mode mode = take_mode(call);
  if (mode == kTrue)
    mixed_zip(call, take_mixed_operands(call, kOut, kFractional), kTrueRuns, nullptr);
  else
    mixed_divide(call, take_mixed_operands(call, kOut, kWithoutBool),
                 mode == kFloor ? kFloorRuns : kTruncatedRuns);
}

void mixed_scalar_mode(KernelRuntimeContext &context, Args args) {
  Call call(context, args, kCount);
  const Mode mode = take_mode(call);
  MixedScalar mixed;
  take_mixed_scalar(call, kOut, mode == kTrue ? kFractional : kWithoutBool, mixed);
  if (mode == kTrue)
    mixed_scalar(call, mixed, kRealRuns, nullptr);
  else
    mixed_divide_by_number(call, mixed, mode == kFloor ? kFloorRuns : kTruncatedRuns);
}

} // namespace

#define DIV_SCHEMA "div.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)"
#define DIV(name, code, type)                                                                      \
  ET_KERNEL(aten, div.out, name, "v1/" #code ";|*", DIV_SCHEMA) { zip(context, args, kDiv<type>); }
ET_FORALL_FLOAT_DTYPES(DIV)
ET_FORALL_COMPLEX_DTYPES(DIV)

ET_KERNEL(aten, div.out, fallback, ET_KEY(NumbersAndBool, NumbersAndBool, FloatsAndComplex),
          DIV_SCHEMA) {
  mixed_zip(context, args, kTrueRuns, kFractional);
}

#define DIV_SCALAR_SCHEMA                                                                          \
  "div.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)"
#define DIV_SCALAR(name, code, type)                                                               \
  ET_KERNEL(aten, div.Scalar_out, name, "v1/" #code ";|*", DIV_SCALAR_SCHEMA) {                    \
    zip_scalar(context, args, kDivScalar<type>);                                                   \
  }
ET_FORALL_FLOAT_DTYPES(DIV_SCALAR)

ET_KERNEL(aten, div.Scalar_out, fallback, ET_KEY(RealsAndBool, FloatsAndComplex),
          DIV_SCALAR_SCHEMA) {
  mixed_scalar(context, args, kRealRuns, kFractional);
}

#define DIV_MODE_SCHEMA                                                                            \
  "div.out_mode(Tensor self, Tensor other, *, str? rounding_mode, Tensor(a!) out) -> Tensor(a!)"
#define DIV_MODE(name, code, type)                                                                 \
  ET_KERNEL(aten, div.out_mode, name, "v1/" #code ";|*", DIV_MODE_SCHEMA) {                        \
    div_mode(context, args, kDivMode<type>);                                                       \
  }
ET_FORALL_NUMBER_DTYPES(DIV_MODE)

ET_KERNEL(aten, div.out_mode, fallback, ET_KEY(NumbersAndBool, NumbersAndBool, Numbers),
          DIV_MODE_SCHEMA) {
  mixed_mode(context, args);
}

#define DIV_SCALAR_MODE_SCHEMA                                                                     \
  "div.Scalar_mode_out(Tensor self, Scalar other, *, str? rounding_mode, Tensor(a!) out) -> "      \
  "Tensor(a!)"
#define DIV_SCALAR_MODE(name, code, type)                                                          \
  ET_KERNEL(aten, div.Scalar_mode_out, name, "v1/" #code ";|*", DIV_SCALAR_MODE_SCHEMA) {          \
    div_scalar_mode(context, args, kDivScalarMode<type>);                                          \
  }
ET_FORALL_REAL_DTYPES(DIV_SCALAR_MODE)

ET_KERNEL(aten, div.Scalar_mode_out, fallback, ET_KEY(RealsAndBool, Numbers),
          DIV_SCALAR_MODE_SCHEMA) {
  mixed_scalar_mode(context, args);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
