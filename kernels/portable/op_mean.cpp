// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::mean.out: the mean along some dimensions, NaN where there are no elements. Half and
// BFloat16 are summed and divided in Float. The fallback serves calls with a conversion: a `dtype`
// argument or an output of another dtype than self.

#include <algorithm>
#include <cstring>

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

template <typename T> void mean_fold(const ElementRun &outputs, FoldState &state) {
  using Compute = ComputeType<T>;
  char *out = outputs.data[0];
  const char *first = outputs.data[1];
  const size_t count = state.count;
  const ptrdiff_t stride = state.stride;
  for (size_t i = outputs.count; i != 0; --i) {
    Compute sum = *reinterpret_cast<const Compute *>(state.sum);
    const char *in = first;
    for (size_t left = count; left != 0; --left) {
      sum += static_cast<Compute>(*reinterpret_cast<const T *>(in));
      in += stride;
    }
    if (!state.is_last) {
      *reinterpret_cast<Compute *>(state.sum) = sum;
      return;
    }
    *reinterpret_cast<T *>(out) = static_cast<T>(divide(sum, Compute(state.total)));
    out += outputs.strides[0];
    first += outputs.strides[1];
  }
}

/// A kernel for one dtype.
struct MeanKernel {
  ScalarType dtype;
  FoldFunction fold;
};
template <typename T> constexpr MeanKernel kMean = {DtypeOf<T>::value, mean_fold<T>};

/// The functions that the fallback computes with, in the order of Wide.
constexpr FoldFunction kWideFolds[kWideTypes] = {nullptr,
                                                 nullptr,
                                                 mean_fold<float>,
                                                 mean_fold<double>,
                                                 mean_fold<Complex<float>>,
                                                 mean_fold<Complex<double>>};

struct MixedMean {
  ScalarType self;
  ScalarType out;
  ScalarType computed;
  FoldFunction fold;
};

/// Adds a run of elements of another dtype to the sum.
void add_converted(const MixedMean &mixed, const char *in, FoldState &state) {
  Slots slots;
  const ptrdiff_t slot = slot_size(mixed.computed, slot_size(mixed.self));
  ElementRun one = {};
  one.count = 1;
  one.data[1] = slots.data;
  FoldState part = state;
  part.is_last = false;
  part.stride = slot;
  for (size_t left = state.count; left != 0; left -= part.count) {
    part.count = std::min(left, Slots::kSize / static_cast<size_t>(slot));
    load_elements(mixed.self, mixed.computed, slots, slot, in, state.stride, part.count);
    mixed.fold(one, part);
    in += state.stride * static_cast<ptrdiff_t>(part.count);
  }
  std::memcpy(state.sum, part.sum, sizeof(part.sum));
}

void mixed_fold(const ElementRun &outputs, FoldState &state) {
  const MixedMean &mixed = *static_cast<const MixedMean *>(state.params);
  Slots result;
  ElementRun one = outputs;
  one.count = 1;
  for (size_t i = 0; i < outputs.count; ++i) {
    const ptrdiff_t at = static_cast<ptrdiff_t>(i);
    add_converted(mixed, outputs.data[1] + at * outputs.strides[1], state);
    if (!state.is_last)
      return;
    FoldState end = state;
    end.count = 0;
    one.data[0] = result.data;
    mixed.fold(one, end);
    store_elements(mixed.out, mixed.computed, outputs.data[0] + at * outputs.strides[0], 0, result,
                   0, 1);
    std::memset(state.sum, 0, sizeof(state.sum));
  }
}

bool is_fractional(ScalarType type) {
  NumberKind kind = number_kind(type);
  return kind == NumberKind::Float || kind == NumberKind::Complex;
}

/// The whole operator but for the dtypes of its tensors. `fractional_self`: whether a mean of
/// self's dtype needs no `dtype` argument.
void mean(Call &call, const Tensor &self, const Tensor &out, bool fractional_self,
          FoldFunction fold, const void *params) {
  const bool keepdim = call.boolean(2);
  call.require(call.is_none(3) ? fractional_self
                               : call.integer(3) == static_cast<int32_t>(out.scalar_type()));
  fold_dims(call, self, take_dims(call, 1, self), keepdim, out, fold, params);
}

void mean_of(KernelRuntimeContext &context, Args args, const MeanKernel &kernel) {
  Call call(context, args, 5);
  const Tensor self = call.output(0, kernel.dtype);
  const Tensor out = call.output(4, kernel.dtype);
  if (call.ok())
    mean(call, self, out, true, kernel.fold, nullptr);
}

} // namespace

#define MEAN_SCHEMA                                                                                \
  "mean.out(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None, "             \
  "Tensor(a!) out) -> Tensor(a!)"
#define MEAN(name, code, type)                                                                     \
  ET_KERNEL(aten, mean.out, name, "v1/" #code ";|*", MEAN_SCHEMA) {                                \
    mean_of(context, args, kMean<type>);                                                           \
  }
ET_FORALL_FLOAT_DTYPES(MEAN)
ET_FORALL_COMPLEX_DTYPES(MEAN)

ET_FALLBACK_KERNEL(aten, mean.out, MEAN_SCHEMA) {
  Call call(context, args, 5);
  const Tensor self = call.any_tensor(0);
  const Tensor out = call.any_tensor(4);
  if (!call.ok())
    return;
  const ScalarType types[] = {self.scalar_type(), out.scalar_type()};
  if (!call.require(number_kind(types[0]) != NumberKind::None && is_fractional(types[1])))
    return;
  const Wide wide = wide_type(types[1]);
  const MixedMean mixed = {types[0], types[1], wide_dtype(wide),
                           kWideFolds[static_cast<size_t>(wide)]};
  mean(call, self, out, is_fractional(types[0]), mixed_fold, &mixed);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
