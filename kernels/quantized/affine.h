// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Quantised integers: number = (integer - zero point) * scale. The integer for a number is
// clamp(round(number * (1 / scale)) + zero point, quant_min, quant_max). round() rounds to the
// nearest integer, and rounds ties to even. The steps are computed in Float, but an element of
// Double is multiplied in Double. NaN becomes quant_min. As in ExecuTorch, all kernels multiply by
// the reciprocal, and add the zero point after rounding. Some kernels of PyTorch do one of these
// steps differently.
//
// One scale and one zero point belong to a whole tensor, a channel, or a token. The operators
// quantize_per_* and dequantize_per_* share one walk over output, input, scales and zero points
// (operands 0 to 3). The dimensions along which scales change are outermost, and a run goes along
// the innermost dimension that is larger than 1. So the scale changes inside of a run only if all
// other dimensions have size 1.
//
// Scales and zero points are checked before the kernel writes. A program's memory plan may let the
// output overlap the scales or zero points. Results are then arbitrary, but no access leaves a
// tensor.

#pragma once

#include <cstring>

#include "../common/elementwise.h"

#define ET_FORALL_QUANTIZED_DTYPES(X, ...)                                                         \
  X(__VA_ARGS__, Byte, 0, uint8_t)                                                                 \
  X(__VA_ARGS__, Char, 1, int8_t)                                                                  \
  X(__VA_ARGS__, Short, 2, int16_t)                                                                \
  X(__VA_ARGS__, Int, 3, int32_t)                                                                  \
  X(__VA_ARGS__, Bits16, 22, uint16_t)                                                             \
  X(__VA_ARGS__, UInt16, 27, uint16_t)

namespace et::kernels::ET_KERNEL_LIBRARY {

/// `factor` is the scale for dequantising, 1 / scale for quantising.
struct Affine {
  float factor;
  int32_t zero_point;
  int32_t min;
  int32_t max;
};

/// `scaled` is already multiplied by 1 / scale.
inline int32_t quantize(float scaled, const Affine &to) {
  // Floats of at least 2^23 have no fraction. So adding 2^23 to a smaller number rounds the number
  // to an integer; then 2^23 is subtracted again. `shift` is 2^23 with the sign of `scaled`.
  uint32_t bits;
  std::memcpy(&bits, &scaled, sizeof(bits));
  const uint32_t shift_bits = (bits & 0x80000000) | 0x4b000000;
  float shift;
  std::memcpy(&shift, &shift_bits, sizeof(shift));
  const float rounded = (bits & 0x7fffffff) < 0x4b000000 ? (scaled + shift) - shift : scaled;
  const float sum = static_cast<float>(to.zero_point) + rounded;
  // NaN fails the first comparison, so `above` is `low`. int32_t can hold no float above `high`.
  constexpr float low = -2147483648.0F;
  constexpr float high = 2147483520.0F;
  const float above = sum > low ? sum : low;
  int32_t value = static_cast<int32_t>(above < high ? above : high);
  value = above > high ? INT32_MAX : value;
  value = value < to.min ? to.min : value;
  return value > to.max ? to.max : value;
}

/// The difference wraps around, because a signed overflow would be undefined.
inline float dequantize(int32_t value, const Affine &from) {
  return static_cast<float>(static_cast<int32_t>(static_cast<uint32_t>(value) -
                                                 static_cast<uint32_t>(from.zero_point))) *
         from.factor;
}

using ReadNumber = float (*)(const char *from);
template <typename T> float read_number(const char *from) {
  T value;
  std::memcpy(&value, from, sizeof(value));
  return static_cast<float>(value);
}
/// Returns null unless the dtype is floating point.
ReadNumber number_reader(ScalarType type);

/// Hosts have a separate loop for contiguous elements, which compilers vectorise.
template <typename From, typename To, typename Function>
inline void convert_run(const ElementRun &run, Function fn) {
  constexpr bool has_vectors = sizeof(size_t) == sizeof(uint64_t);
  if (has_vectors && run.strides[0] == sizeof(To) && run.strides[1] == sizeof(From))
    map_run<From, To>(run, fn);
  else
    map_strided_run<From, To>(run, fn);
}

/// `Word` is an unsigned integer of the size of the quantised dtype. Signed and unsigned dtypes
/// share the function, because the stored bits are the same.
template <typename From, typename Word> void quantize_run(const ElementRun &run) {
  const Affine to = *static_cast<const Affine *>(run.params);
  convert_run<From, Word>(run, [to](From number) {
    // An element of Double is multiplied as a double.
    using Product = std::conditional_t<std::is_same_v<From, double>, double, float>;
    const auto product = static_cast<Product>(to.factor) * static_cast<Product>(number);
    return static_cast<Word>(quantize(static_cast<float>(product), to));
  });
}

template <typename From, typename To> void dequantize_run(const ElementRun &run) {
  const Affine from = *static_cast<const Affine *>(run.params);
  convert_run<From, To>(run,
                        [from](From value) { return static_cast<To>(dequantize(value, from)); });
}

/// With Numbers or Tensor, the whole tensor has one scale and one zero point. With Numbers, scale
/// and zero point are passed as numbers. Otherwise both are passed as tensors.
enum class Granularity : uint8_t { Numbers, Tensor, Channel, Token };
struct AffineForm {
  Granularity granularity;
  bool quantizes;
};

/// The run function's params point to an Affine.
struct AffineKernel {
  ScalarType from;
  ScalarType to;
  ScalarType scale;
  ReadNumber read_scale;
  ElementRunFunction run;
};

template <size_t kSize>
using WordOf =
    std::conditional_t<kSize == 1, uint8_t, std::conditional_t<kSize == 2, uint16_t, uint32_t>>;

template <typename From, ScalarType kTo, typename To, typename Scale = double>
inline constexpr AffineKernel kQuantize = {DtypeOf<From>::value, kTo, DtypeOf<Scale>::value,
                                           read_number<Scale>,
                                           quantize_run<From, WordOf<sizeof(To)>>};
template <typename To, ScalarType kFrom, typename From, typename Scale = double>
inline constexpr AffineKernel kDequantize = {kFrom, DtypeOf<To>::value, DtypeOf<Scale>::value,
                                             read_number<Scale>, dequantize_run<From, To>};

void affine(KernelRuntimeContext &context, Args args, AffineForm form, const AffineKernel &kernel);

using ChooseRun = ElementRunFunction (*)(ScalarType from, ScalarType to);
/// Runs the operator for any dtypes. `choose` returns the run function for two dtypes, or null.
void mixed_affine(KernelRuntimeContext &context, Args args, AffineForm form, ChooseRun choose);
ElementRunFunction choose_quantize_run(ScalarType from, ScalarType to);
ElementRunFunction choose_dequantize_run(ScalarType from, ScalarType to);

bool is_quantized(ScalarType type);
/// Takes quant_min from args[first] and quant_max from args[first + 1]. Both numbers must be in the
/// dtype's range. Operators that dequantise ignore these arguments.
void take_limits(Call &call, size_t first, ScalarType type, Affine &affine);

} // namespace et::kernels::ET_KERNEL_LIBRARY
