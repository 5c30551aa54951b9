// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::clamp.Tensor_out: self limited to at least min and at most max. The three tensors
// broadcast. One of the limits may be None. If min > max, the result is max. The result is NaN if
// self, min or max is NaN.

#include "../common/promotion.h"
#include "min_max.h"
#include "mixed.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

enum Arguments : size_t { kSelf, kMin, kMax, kOut, kCount };

template <typename T> void clamp_run(const ElementRun &run) {
  char *out = run.data[0];
  const char *in = run.data[1];
  const char *low = run.data[2];
  const char *high = run.data[3];
  const ptrdiff_t out_stride = run.strides[0];
  const ptrdiff_t in_stride = run.strides[1];
  const ptrdiff_t low_stride = run.strides[2];
  const ptrdiff_t high_stride = run.strides[3];
  size_t left = run.count;
  do {
    const T raised = larger(read_element<T>(in), read_element<T>(low));
    *reinterpret_cast<T *>(out) = smaller(raised, read_element<T>(high));
    out += out_stride;
    in += in_stride;
    low += low_stride;
    high += high_stride;
  } while (--left != 0);
}

/// The run functions for calls with min only, with max only, and with both.
struct ClampKernel {
  ScalarType dtype;
  ElementRunFunction runs[3];
};
template <typename T>
constexpr ClampKernel kClamp = {DtypeOf<T>::value, {maximum_run<T>, minimum_run<T>, clamp_run<T>}};
constexpr WideRuns kWideRuns[] = {ET_WIDE_REAL_RUNS(maximum_run), ET_WIDE_REAL_RUNS(minimum_run),
                                  ET_WIDE_REAL_RUNS(clamp_run)};

/// Calls take() for each argument that is not None. Returns the index of the run function.
template <typename Take> size_t take_limits(Call &call, Take take) {
  take(kOut);
  take(kSelf);
  size_t which = 0;
  for (size_t i = kMin; i <= kMax; ++i)
    if (!call.is_none(i)) {
      take(i);
      which += i;
    }
  return call.require(which != 0) ? which - 1 : 0;
}

void clamp(KernelRuntimeContext &context, Args args, const ClampKernel &kernel) {
  Call call(context, args, kCount);
  Tensor operands[kMaxOperands];
  size_t count = 0;
  const size_t which = take_limits(
      call, [&](size_t index) { operands[count++] = call.output(index, kernel.dtype); });
  for_each_element(call, operands, count, kernel.runs[which], nullptr);
}

} // namespace

#define CLAMP_SCHEMA                                                                               \
  "clamp.Tensor_out(Tensor self, Tensor? min=None, Tensor? max=None, *, Tensor(a!) out) -> "       \
  "Tensor(a!)"
#define CLAMP(name, code, type)                                                                    \
  ET_KERNEL(aten, clamp.Tensor_out, name, "v1/" #code ";|*", CLAMP_SCHEMA) {                       \
    clamp(context, args, kClamp<type>);                                                            \
  }
ET_FORALL_REAL_DTYPES(CLAMP)

ET_KERNEL(aten, clamp.Tensor_out, fallback,
          ET_KEY(RealsAndBool, RealsAndBool, NumbersAndBool, Rest), CLAMP_SCHEMA) {
  Call call(context, args, kCount);
  MixedOperands operands = {};
  const size_t which =
      take_limits(call, [&](size_t index) { take_mixed_operand(call, operands, index); });
  if (!call.ok())
    return;
  operands.common = result_type(operands.tensors + 1, operands.count - 1);
  if (call.require(operands.common != ScalarType::Bool))
    mixed_zip(call, operands, kWideRuns[which], nullptr);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
