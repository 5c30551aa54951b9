// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::mean.out: the mean along some dimensions, NaN where there are no elements. Half and
// BFloat16 are summed and divided in Float. The fallback serves calls with a conversion: a `dtype`
// argument or an output of another dtype than self.

#include "../common/dtypes.h"
#include "../common/element.h"
#include "../common/promotion.h"
#include "reduce.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

template <typename T> T divide(T sum, T count) { return sum / count; }
template <typename T> Complex<T> divide(Complex<T> sum, Complex<T> count) {
  return {sum.real / count.real, sum.imag / count.real};
}

template <typename T> void mean_accumulate(const ElementRun &run) {
  using Compute = ComputeType<T>;
  Compute sum = *reinterpret_cast<Compute *>(run.data[0]);
  const char *in = run.data[1];
  for (size_t i = run.count; i != 0; --i) {
    sum += static_cast<Compute>(*reinterpret_cast<const T *>(in));
    in += run.strides[1];
  }
  *reinterpret_cast<Compute *>(run.data[0]) = sum;
}

template <typename T> void mean_finish(void *out, const void *sum, size_t count, void *) {
  using Compute = ComputeType<T>;
  *static_cast<T *>(out) =
      static_cast<T>(divide(*static_cast<const Compute *>(sum), Compute(count)));
}

/// An object of its own per dtype: initialisers written in place would share a section, which would
/// keep every dtype's functions in an image.
template <typename T> constexpr Fold kMean = {mean_accumulate<T>, mean_finish<T>, nullptr};

struct MixedTypes {
  ScalarType self;
  ScalarType out;
};

void mixed_accumulate(const ElementRun &run) {
  const MixedTypes &types = *static_cast<const MixedTypes *>(run.params);
  Complex<double> &sum = *reinterpret_cast<Complex<double> *>(run.data[0]);
  const char *in = run.data[1];
  for (size_t i = run.count; i != 0; --i) {
    sum += load_element(types.self, in).number;
    in += run.strides[1];
  }
}

void mixed_finish(void *out, const void *sum, size_t count, void *params) {
  const MixedTypes &types = *static_cast<const MixedTypes *>(params);
  Complex<double> total = *static_cast<const Complex<double> *>(sum);
  store_element(types.out, out, {0, divide(total, Complex<double>(count))});
}

bool is_fractional(ScalarType type) {
  NumberKind kind = number_kind(type);
  return kind == NumberKind::Float || kind == NumberKind::Complex;
}

/// The whole operator but for the dtypes of its tensors. `fractional_self`: whether a mean of
/// self's dtype needs no `dtype` argument.
void mean(Call &call, const Tensor &self, const Tensor &out, bool fractional_self,
          const Fold &fold) {
  const bool keepdim = call.boolean(2);
  call.require(call.is_none(3) ? fractional_self
                               : call.integer(3) == static_cast<int32_t>(out.scalar_type()));
  fold_dims(call, self, take_dims(call, 1, self), keepdim, out, fold);
}

void mean_of(KernelRuntimeContext &context, Args args, ScalarType dtype, const Fold &fold) {
  Call call(context, args, 5);
  const Tensor self = call.output(0, dtype);
  const Tensor out = call.output(4, dtype);
  if (call.ok())
    mean(call, self, out, true, fold);
}

} // namespace

#define MEAN_SCHEMA                                                                                \
  "mean.out(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None, "             \
  "Tensor(a!) out) -> Tensor(a!)"
#define MEAN(name, code, type)                                                                     \
  ET_KERNEL(aten, mean.out, name, "v1/" #code ";|*", MEAN_SCHEMA) {                                \
    mean_of(context, args, ScalarType::name, kMean<type>);                                         \
  }
ET_FORALL_FLOAT_DTYPES(MEAN)
ET_FORALL_COMPLEX_DTYPES(MEAN)

ET_FALLBACK_KERNEL(aten, mean.out, MEAN_SCHEMA) {
  Call call(context, args, 5);
  const Tensor self = call.any_tensor(0);
  const Tensor out = call.any_tensor(4);
  if (!call.ok())
    return;
  MixedTypes types = {self.scalar_type(), out.scalar_type()};
  call.require(number_kind(types.self) != NumberKind::None && is_fractional(types.out));
  mean(call, self, out, is_fractional(types.self), {mixed_accumulate, mixed_finish, &types});
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
