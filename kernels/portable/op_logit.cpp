// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::logit.out: log(self / (1 - self)). Self is limited to [eps, 1 - eps] first, unless eps is
// None or negative. The fallback kernel serves integers, Bool, and outputs whose dtype differs from
// self. Integers and Bool are computed in Float.

#include <cmath>

#include "../common/activation.h"
#include "../common/dtypes.h"
#include "mixed.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

enum Arguments : size_t { kSelf, kEps, kOut, kCount };

template <typename T> void logit_run(const ElementRun &run) {
  using Compute = ComputeType<T>;
  const Compute eps = static_cast<const ScalarNumber *>(run.params)->as<Compute>();
  const Compute high = 1 - eps;
  const bool is_limited = eps >= 0;
  map_strided_run<T>(run, [=](Compute x) {
    if (is_limited)
      x = x < eps ? eps : x > high ? high : x;
    return static_cast<T>(std::log(x / (1 - x)));
  });
}

template <typename T> constexpr ActivationKernel kLogit = activation<T>(kOut, logit_run<T>);
constexpr WideRuns kLogitRuns = ET_WIDE_REAL_FLOAT_RUNS(logit_run);

ScalarNumber take_eps(Call &call, ScalarType dtype, ScalarReader read) {
  ScalarNumber eps = {};
  if (!call.is_none(kEps))
    call.require(call.ok() && read(call[kEps], dtype, eps.bytes));
  else if (dtype == ScalarType::Double)
    eps.as<double>() = -1;
  else
    eps.as<float>() = -1;
  return eps;
}

void logit(KernelRuntimeContext &context, Args args, const ActivationKernel &kernel) {
  Call call(context, args, kCount);
  const ScalarNumber eps = take_eps(call, kernel.dtype, kernel.read);
  activate(call, kernel, &eps);
}

} // namespace

#define LOGIT_SCHEMA "logit.out(Tensor self, float? eps=None, *, Tensor(a!) out) -> Tensor(a!)"
#define LOGIT(name, code, type)                                                                    \
  ET_KERNEL(aten, logit.out, name, "v1/" #code ";|*", LOGIT_SCHEMA) {                              \
    logit(context, args, kLogit<type>);                                                            \
  }
ET_FORALL_FLOAT_DTYPES(LOGIT)

ET_KERNEL(aten, logit.out, fallback, ET_KEY(RealsAndBool, FloatsAndComplex), LOGIT_SCHEMA) {
  Call call(context, args, kCount);
  const Tensor self = call.any_tensor(kSelf);
  if (!call.ok())
    return;
  const ScalarType type = self.scalar_type();
  const bool is_double = type == ScalarType::Double;
  const ScalarNumber eps =
      take_eps(call, is_double ? type : ScalarType::Float, is_double ? read_double : read_float);
  mixed_map(call, kOut, ScalarType::Float, kLogitRuns, &eps);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
