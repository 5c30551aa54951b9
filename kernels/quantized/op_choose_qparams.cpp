// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// quantized_decomposed::choose_qparams and choose_qparams_per_token_asymmetric: choose the scale
// and the zero point for quantising elements. The integers of a given range then represent
// all elements, and the zero point represents exactly 0. choose_qparams chooses for a whole tensor,
// choose_qparams_per_token_asymmetric for each line along the last dimension.
//
// The code computes some steps in floats and some in doubles, as ExecuTorch does, because the
// results must equal ExecuTorch's results. The scale is at least 6.1e-5, and `eps` is ignored. In
// PyTorch, the scale is at least `eps`. The call fails if an element is infinite or NaN.

#include <cmath>
#include <limits>

#include "../common/view_sizes.h"
#include "affine.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

/// The smallest and the largest element. The range always includes 0, because an integer must
/// represent exactly 0.
struct Range {
  float low = 0;
  float high = 0;
  bool is_finite = true;
};

using FindRange = Range (*)(const char *data, size_t count);
template <typename T> Range find_range(const char *data, size_t count) {
  // On 64-bit machines, 16 independent ranges let the compiler vectorise the loop.
  constexpr size_t lanes = sizeof(size_t) == sizeof(uint64_t) ? 16 : 1;
  float low[lanes] = {};
  float high[lanes] = {};
  float zero[lanes] = {}; // becomes NaN after an element that is not finite
  const T *at = reinterpret_cast<const T *>(data);
  for (size_t left = count; left != 0;) {
    const size_t some = left < lanes ? left : lanes;
    for (size_t i = 0; i < some; ++i) {
      const auto value = static_cast<float>(at[i]);
      low[i] = value < low[i] ? value : low[i];
      high[i] = value > high[i] ? value : high[i];
      zero[i] += value * 0.0F;
    }
    at += some;
    left -= some;
  }
  Range range;
  for (size_t i = 0; i < lanes; ++i) {
    range.low = low[i] < range.low ? low[i] : range.low;
    range.high = high[i] > range.high ? high[i] : range.high;
    range.is_finite = range.is_finite && zero[i] == 0;
  }
  return range;
}

struct Choice {
  char *scale;
  char *zero_point;
  bool is_double;
  bool is_long;
  int32_t min;
  int32_t max;
};

/// One zero point maps `low` to `min`, another zero point maps `high` to `max`. Returns the zero
/// point with the smaller error, as ExecuTorch estimates the errors.
int32_t choose_zero_point(double low, double high, double scale, int32_t min, int32_t max) {
  const double from_low = min - low / scale;
  const double from_high = max - high / scale;
  const double low_error = std::fabs(double(min)) - std::fabs(low / scale);
  const double high_error = std::fabs(double(max)) - std::fabs(high / scale);
  const double zero_point = low_error < high_error ? from_low : from_high;
  if (zero_point < min)
    return min;
  if (zero_point > max)
    return max;
  return quantize(static_cast<float>(zero_point), {1, 0, min, max});
}

void choose(Choice &choice, Range range) {
  constexpr float least = 6.1e-5F;
  const double steps = double(choice.max) - choice.min;
  double scale = (double(range.high) - range.low) / steps;
  const auto rounded = static_cast<float>(scale);
  if (rounded == 0 || 1.0F / rounded > std::numeric_limits<float>::max())
    scale = 0.1;
  if (scale < least) {
    const auto before = static_cast<float>(scale);
    scale = least;
    if (range.low == 0) {
      range.high = least * static_cast<float>(steps);
    } else if (range.high == 0) {
      range.low = -least * static_cast<float>(steps);
    } else {
      range.low *= least / before;
      range.high *= least / before;
    }
  }
  const int64_t zero_point =
      choose_zero_point(range.low, range.high, scale, choice.min, choice.max);
  const auto short_scale = static_cast<float>(scale);
  const size_t scale_size = choice.is_double ? sizeof(double) : sizeof(float);
  const size_t zero_point_size = choice.is_long ? sizeof(int64_t) : sizeof(int32_t);
  if (choice.is_double)
    std::memcpy(choice.scale, &scale, sizeof(scale));
  else
    std::memcpy(choice.scale, &short_scale, sizeof(short_scale));
  // Machines are little-endian, so a zero point of Int gets the low bytes.
  std::memcpy(choice.zero_point, &zero_point, zero_point_size);
  choice.scale += scale_size;
  choice.zero_point += zero_point_size;
}

void take_outputs(Call &call, size_t first, const Tensor &in, Span<const SizesType> sizes,
                  Choice &choice) {
  const Tensor scale = call.any_tensor(first);
  const Tensor zero_point = call.any_tensor(first + 1);
  if (!call.ok())
    return;
  choice.is_double = scale.scalar_type() == ScalarType::Double;
  choice.is_long = zero_point.scalar_type() == ScalarType::Long;
  if (!call.require((choice.is_double || scale.scalar_type() == ScalarType::Float) &&
                    (choice.is_long || zero_point.scalar_type() == ScalarType::Int) &&
                    !is_same(scale, in) && !is_same(zero_point, in)) ||
      !call.resize(scale, sizes) || !call.resize(zero_point, sizes))
    return;
  call.require(in_index_order(scale) && in_index_order(zero_point));
  choice.scale = scale.mutable_data_ptr<char>();
  choice.zero_point = zero_point.mutable_data_ptr<char>();
}

struct RangeKernel {
  ScalarType dtype;
  FindRange find;
};
template <typename T> inline constexpr RangeKernel kRange = {DtypeOf<T>::value, find_range<T>};

void choose_qparams(KernelRuntimeContext &context, Args args, const RangeKernel &kernel) {
  enum Arguments : size_t { kInput, kQuantMin, kEps = 3, kDtype, kScaleOut, kZeroPointOut, kCount };
  Call call(context, args, kCount);
  const Tensor in = call.tensor(kInput, kernel.dtype);
  const auto type = static_cast<ScalarType>(call.integer(kDtype, 0, 127));
  Affine limits = {};
  if (!call.require(call.ok() && is_quantized(type) && call[kEps].isDouble() && in.numel() != 0))
    return;
  take_limits(call, kQuantMin, type, limits);
  call.require(limits.min < limits.max);
  const Range range = kernel.find(in.const_data_ptr<char>(), in.numel());
  Choice choice = {};
  choice.min = limits.min;
  choice.max = limits.max;
  const SizesType one[] = {1};
  call.require(range.is_finite);
  take_outputs(call, kScaleOut, in, {one, 1}, choice);
  if (call.ok())
    choose(choice, range);
}

void choose_qparams_per_token(KernelRuntimeContext &context, Args args, const RangeKernel &kernel) {
  enum Arguments : size_t { kInput, kDtype, kScaleOut, kZeroPointOut, kCount };
  Call call(context, args, kCount);
  const Tensor in = call.tensor(kInput, kernel.dtype);
  if (!call.require(call.ok() && in.dim() != 0 && in.dim() <= kTensorDimensionLimit &&
                    in_index_order(in)))
    return;
  const size_t last = in.dim() - 1;
  const auto length = static_cast<size_t>(in.size(last));
  const char *data = in.const_data_ptr<char>();
  SizesType sizes[kTensorDimensionLimit];
  for (size_t d = 0; d < last; ++d)
    sizes[d] = in.size(d);
  sizes[last] = 1;
  // As in ExecuTorch, the integers have the range of Char, and the argument dtype is ignored.
  Choice choice = {};
  choice.min = INT8_MIN;
  choice.max = INT8_MAX;
  // All elements are checked first, so that a failing call writes nothing.
  if (!call.require(length != 0 && kernel.find(data, in.numel()).is_finite))
    return;
  take_outputs(call, kScaleOut, in, {sizes, last + 1}, choice);
  if (!call.ok())
    return;
  const size_t step = length * in.element_size();
  for (size_t left = in.numel() / length; left != 0; --left) {
    Range range = kernel.find(data, length);
    // choose() may have overwritten this line after the check, if an output overlaps the input.
    if (!range.is_finite)
      range = Range();
    choose(choice, range);
    data += step;
  }
}

template <typename Choose> void choose_mixed(KernelRuntimeContext &context, Args args, Choose run) {
  enum Arguments : size_t { kInput, kQuantMin, kEps = 3, kDtype, kScaleOut, kZeroPointOut, kCount };
  Call call(context, args, 1);
  const Tensor in = call.any_tensor(kInput);
  if (!call.ok())
    return;
  switch (in.scalar_type()) {
#define RANGE(name, code, type)                                                                    \
  case ScalarType::name:                                                                           \
    return run(context, args, kRange<type>);
    ET_FORALL_FLOAT_DTYPES(RANGE)
#undef RANGE
  default:
    call.require(false);
  }
}

} // namespace

#define SCHEMA                                                                                     \
  "quantized_decomposed::choose_qparams.Tensor_out(Tensor input, int quant_min, int quant_max, "   \
  "float eps, ScalarType dtype, *, Tensor(a!) scale_out, Tensor(b!) zero_point_out) -> "           \
  "(Tensor(a!), Tensor(b!))"
#define TOKEN_SCHEMA                                                                               \
  "quantized_decomposed::choose_qparams_per_token_asymmetric.out(Tensor input, ScalarType dtype, " \
  "*, Tensor(a!) scale_out, Tensor(b!) zero_point_out) -> (Tensor(a!), Tensor(b!))"

#define CHOOSE(name, code, type)                                                                   \
  ET_KERNEL(quantized_decomposed, choose_qparams.Tensor_out, name, "v1/" #code ";|7;|4;",          \
            SCHEMA) {                                                                              \
    choose_qparams(context, args, kRange<type>);                                                   \
  }                                                                                                \
  ET_KERNEL(quantized_decomposed, choose_qparams_per_token_asymmetric.out, name,                   \
            "v1/" #code ";|7;|4;", TOKEN_SCHEMA) {                                                 \
    choose_qparams_per_token(context, args, kRange<type>);                                         \
  }
ET_FORALL_FLOAT_DTYPES(CHOOSE)

ET_KERNEL(quantized_decomposed, choose_qparams.Tensor_out, fallback, "v1/5-7,15;|6-7;|3-4;|*",
          SCHEMA) {
  choose_mixed(context, args, choose_qparams);
}
ET_KERNEL(quantized_decomposed, choose_qparams_per_token_asymmetric.out, fallback,
          "v1/5-7,15;|6-7;|3-4;|*", TOKEN_SCHEMA) {
  choose_mixed(context, args, choose_qparams_per_token);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
