// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cortex_m::softmax.out: softmax in fixed point, along any dimension. The output's scale is 1/256
// and its zero point is -128. The algorithm and all intermediate roundings are those of gemmlowp
// and CMSIS-NN (arm_softmax_s8).
//
// Qm.n is an integer in units of 2^-n.
//
// If the exponentials of a line add up to 512 or more, CMSIS-NN shifts by more than 31 bits, which
// C leaves undefined. For such a sum, the kernel sets all outputs to -128, which means 0. No
// probability is larger than 1/512, so the error is at most half a unit of the output.

#include "../common/lines.h"
#include "requantize.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

struct QuantizedLine : Line {
  int32_t multiplier;
  int32_t shift;
  int32_t lowest; ///< for differences (see scale()) below this, exp is taken as 0

  /// Converts an element minus the line's largest element to Q5.26.
  int32_t scale(int32_t difference) const {
    uint32_t shifted = static_cast<uint32_t>(difference) << shift;
    return multiply_high(static_cast<int32_t>(shifted), multiplier);
  }
};

/// Wraps around: a program can pass any numbers, and signed overflow is undefined.
int32_t add(int32_t a, int32_t b) {
  return static_cast<int32_t>(static_cast<uint32_t>(a) + static_cast<uint32_t>(b));
}

/// x is in Q5.26 and not positive; the result is in Q0.31.
int32_t exp_of_negative(int32_t x) {
  if (x == 0)
    return INT32_MAX;
  // x = part - rest; part is in [-1/4, 0), rest is a multiple of 1/4.
  constexpr uint32_t quarter = 1 << 24;
  uint32_t part = (static_cast<uint32_t>(x) & (quarter - 1)) - quarter;
  uint32_t rest = part - static_cast<uint32_t>(x);
  // exp(part) is approximated by the Taylor polynomial of degree 4 around -1/8, in Q0.31.
  int32_t y = static_cast<int32_t>((part << 5) + (1 << 28));
  int32_t y2 = multiply_high(y, y);
  int32_t y3 = multiply_high(y2, y);
  int32_t y4 = multiply_high(y2, y2);
  constexpr int32_t third = 715827883;
  constexpr int32_t exp_of_eighth = 1895147668; // exp(-1/8)
  int32_t high = multiply_high(add(divide_by_power_of_two(y4, 2), y3), third);
  int32_t terms = add(y, divide_by_power_of_two(add(high, y2), 1));
  int32_t result = add(exp_of_eighth, multiply_high(exp_of_eighth, terms));
  // Multiplies the result by exp(-1/4), exp(-1/2), ..., exp(-16), for the bits set in `rest`.
  static constexpr int32_t powers[] = {1672461947, 1302514674, 790015084, 290630308,
                                       39332535,   720401,     242};
  rest >>= 24;
  for (int32_t power : powers) {
    if (rest & 1)
      result = multiply_high(result, power);
    rest >>= 1;
  }
  return result;
}

/// 1 / x as Q0.31, for an `x` of Q1.31 in [1, 2).
int32_t reciprocal(uint32_t x) {
  int32_t half = static_cast<int32_t>(x >> 1);
  // y is 1 / half, in Q2.29, by Newton's method. The first estimate is 48/17 - 32/17 * half.
  int32_t y = add(1515870810, multiply_high(half, -1010580540));
  for (int i = 0; i < 3; ++i) {
    int32_t error = add(1 << 29, -multiply_high(half, y));
    y = add(y, static_cast<int32_t>(static_cast<uint32_t>(multiply_high(y, error)) << 2));
  }
  return y >= 1 << 30 ? INT32_MAX : add(y, y);
}

void softmax_line(int8_t *out, const int8_t *in, const QuantizedLine &line) {
  int32_t largest = INT8_MIN;
  const int8_t *x = in;
  for (size_t i = line.size; i != 0; --i) {
    largest = *x > largest ? *x : largest;
    x += line.in_stride;
  }
  // The sum is in Q12.19. A larger sum than INT32_MAX becomes INT32_MAX; all outputs are then -128.
  uint32_t sum = 0;
  x = in;
  for (size_t i = line.size; i != 0; --i) {
    int32_t difference = *x - largest;
    if (difference >= line.lowest) {
      int32_t power = exp_of_negative(line.scale(difference));
      sum += static_cast<uint32_t>(divide_by_power_of_two(power, 12));
      sum = sum > INT32_MAX ? INT32_MAX : sum;
    }
    x += line.in_stride;
  }
  uint32_t headroom = static_cast<uint32_t>(__builtin_clz(sum | 1));
  int32_t factor = reciprocal(sum << headroom);
  uint32_t shift = 35 - headroom;
  for (size_t i = line.size; i != 0; --i) {
    int32_t difference = *in - largest;
    int32_t value = 0;
    if (difference >= line.lowest && shift < 32) {
      int32_t power = exp_of_negative(line.scale(difference));
      value = divide_by_power_of_two(multiply_high(factor, power), shift);
    }
    *out = clamp(static_cast<uint32_t>(value + INT8_MIN), INT8_MIN, INT8_MAX);
    in += line.in_stride;
    out += line.out_stride;
  }
}

void softmax_run(const ElementRun &run) {
  char *out = run.data[0];
  const char *in = run.data[1];
  for (size_t i = run.count; i != 0; --i) {
    softmax_line(reinterpret_cast<int8_t *>(out), reinterpret_cast<const int8_t *>(in),
                 static_cast<const QuantizedLine &>(*static_cast<const Line *>(run.params)));
    out += run.strides[0];
    in += run.strides[1];
  }
}

} // namespace

ET_FALLBACK_KERNEL(cortex_m, softmax.out,
                   "cortex_m::softmax.out(Tensor input, int dim, int input_zero_point, "
                   "int output_zero_point, int input_multiplier, int input_shift, int diff_min, *, "
                   "Tensor(a!) out) -> Tensor(a!)") {
  enum Arguments : size_t {
    kInput,
    kDim,
    kInputZeroPoint,
    kOutputZeroPoint,
    kInputMultiplier,
    kInputShift,
    kDiffMin,
    kOut,
    kCount
  };
  Call call = Call::exact(context, args, kCount);
  Tensor input = call.tensor(kInput, ScalarType::Char);
  Tensor out = call.output(kOut, ScalarType::Char);
  int32_t dim = call.integer(kDim);
  call.char_value(kInputZeroPoint);
  call.integer(kOutputZeroPoint, INT8_MIN, INT8_MIN);
  QuantizedLine line;
  line.multiplier = call.integer(kInputMultiplier, 0);
  line.shift = call.integer(kInputShift, 0, kHighestShift);
  line.lowest = call.integer(kDiffMin, INT32_MIN, 0);
  for_each_line(call, input, dim, out, line, softmax_run);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
