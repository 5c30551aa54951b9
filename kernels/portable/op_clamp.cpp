// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::clamp.out: self limited to min and max; one of the two limits may be None. The fallback
// serves outputs of another dtype than self. If a limit is a floating point number, the fallback
// computes integers and Bool in Float. Otherwise, with an integer limit, Bool is computed in Long.
// As in PyTorch, the call fails for complex tensors, and for Bool with only Bool limits.

#include <cmath>
#include <cstring>

#include "../common/dtypes.h"
#include "../common/promotion.h"
#include "clamp.h"
#include "mixed.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

enum Arguments : size_t { kSelf, kMin, kMax, kOut, kCount };

template <typename T> constexpr ActivationKernel kClamp = activation<T>(kOut, clamp_run<T>);
constexpr WideRuns kClampRuns = {
    clamp_run<int32_t>, clamp_run<int64_t>, clamp_run<float>, clamp_run<double>, nullptr, nullptr};

/// Returns the bits of a limit that changes no element: the dtype's smallest number if `is_low`,
/// else the largest. For Half and BFloat16, the limit is a Float.
uint64_t no_limit(ScalarType type, bool is_low) {
  if (type == ScalarType::Byte)
    return is_low ? 0 : UINT8_MAX;
  if (type <= ScalarType::Long) {
    const uint64_t high = uint64_t(INT64_MAX) >> (64 - 8 * element_size(type));
    return is_low ? ~high : high;
  }
  const uint64_t infinity = type == ScalarType::Double ? uint64_t(0x7ff) << 52 : 0x7f800000;
  const uint64_t sign = type == ScalarType::Double ? uint64_t(1) << 63 : 0x80000000;
  return is_low ? infinity | sign : infinity;
}

/// True if the limit args[place] is None, or if it is NaN and args[other] is None, as in PyTorch.
bool is_no_limit(const Call &call, size_t place, size_t other) {
  return call.is_none(place) ||
         (call.is_none(other) && call[place].isDouble() && std::isnan(call[place].toDouble()));
}

void take_limits(Call &call, ScalarType dtype, ScalarReader read, ScalarNumber *limits) {
  call.require(!(call.is_none(kMin) && call.is_none(kMax)));
  for (size_t i = 0; i < 2; ++i) {
    if (is_no_limit(call, kMin + i, kMax - i)) {
      const uint64_t bits = no_limit(dtype, i == 0);
      std::memcpy(limits[i].bytes, &bits, sizeof(bits));
    } else if (call.ok()) {
      call.require(read(call[kMin + i], dtype, limits[i].bytes));
      // As in PyTorch, a negative limit wraps around for Byte: -5 becomes 251. The fallback
      // computes Byte in Int, so the upper bytes of the limit must be 0.
      if (dtype == ScalarType::Byte)
        std::memset(limits[i].bytes + 1, 0, sizeof(int32_t) - 1);
    }
  }
}

void clamp(KernelRuntimeContext &context, Args args, const ActivationKernel &kernel) {
  Call call(context, args, kCount);
  ScalarNumber limits[2];
  take_limits(call, kernel.dtype, kernel.read, limits);
  activate(call, kernel, limits);
}

ScalarType clamp_type(Call &call, ScalarType type) {
  for (size_t i = 1; i <= 2; ++i) {
    if (call[i].isDouble() && number_kind(type) <= NumberKind::Integer)
      type = ScalarType::Float;
    else if (call[i].isInt() && type == ScalarType::Bool)
      type = ScalarType::Long;
  }
  return type;
}

} // namespace

#define CLAMP_SCHEMA                                                                               \
  "clamp.out(Tensor self, Scalar? min=None, Scalar? max=None, *, Tensor(a!) out) -> Tensor(a!)"
#define CLAMP(name, code, type)                                                                    \
  ET_KERNEL(aten, clamp.out, name, "v1/" #code ";|*", CLAMP_SCHEMA) {                              \
    clamp(context, args, kClamp<type>);                                                            \
  }
ET_FORALL_REAL_DTYPES(CLAMP)

ET_KERNEL(aten, clamp.out, fallback, ET_KEY(RealsAndBool, Numbers), CLAMP_SCHEMA) {
  Call call(context, args, kCount);
  const Tensor self = call.any_tensor(kSelf);
  if (!call.ok())
    return;
  const ScalarType common = clamp_type(call, self.scalar_type());
  const NumberKind kind = number_kind(common);
  if (!call.require(kind == NumberKind::Integer || kind == NumberKind::Float))
    return;
  ScalarNumber limits[2];
  take_limits(call, common, read_any, limits);
  mixed_map(call, kOut, common, kClampRuns, limits);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
