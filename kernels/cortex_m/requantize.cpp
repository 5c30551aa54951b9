// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See requantize.h.

#include "requantize.h"

#ifdef __ARM_FEATURE_MVE
#include <arm_mve.h>
#elif defined(__ARM_FEATURE_SAT)
#include <arm_acle.h>
#endif

namespace et::kernels::ET_KERNEL_LIBRARY {

int32_t multiply_high(int32_t a, int32_t b) {
  return static_cast<int32_t>((int64_t(a) * b + (int64_t(1) << 30)) >> 31);
}

int32_t divide_by_power_of_two(int32_t value, uint32_t exponent) {
  uint32_t mask = (uint32_t(1) << exponent) - 1;
  uint32_t rest = static_cast<uint32_t>(value) & mask;
  return (value >> exponent) + (rest > (mask >> 1) + (value < 0));
}

namespace {

#ifdef __thumb2__

// gcc's code is twice as long. A shift that leaves out nothing keeps the carry, which is then that
// of the addition before it, and undoes it.
inline __attribute__((always_inline)) int32_t scale(uint32_t value, int32_t multiplier,
                                                    int32_t shift) {
  int32_t result;
  int32_t rest;
  __asm__("bic %[rest], %[shift], %[shift], asr #31\n\t" // to the left
          "lsl %[value], %[value], %[rest]\n\t"
          "sub %[shift], %[rest], %[shift]\n\t" // to the right
          "smull %[rest], %[result], %[value], %[multiplier]\n\t"
          "adds %[rest], %[rest], #1 << 30\n\t"
          "adc %[result], %[result], #0\n\t"
          "lsls %[rest], %[rest], #1\n\t"
          "adc %[result], %[result], %[result]\n\t" // the product, rounded
          "adds %[result], %[result], %[result], asr #31\n\t"
          "asrs %[result], %[result], %[shift]\n\t"
          "adc %[result], %[result], #0"
          : [result] "=&r"(result), [rest] "=&r"(rest), [value] "+r"(value), [shift] "+r"(shift)
          : [multiplier] "r"(multiplier)
          : "cc");
  return result;
}

#else

// The masks keep this defined for a program that has its output lie over its shifts.
inline __attribute__((always_inline)) int32_t scale(uint32_t value, int32_t multiplier,
                                                    int32_t shift) {
  uint32_t left = shift > 0 ? static_cast<uint32_t>(shift) & 31 : 0;
  uint32_t right = shift < 0 ? -static_cast<uint32_t>(shift) & 31 : 0;
  return divide_by_power_of_two(multiply_high(static_cast<int32_t>(value << left), multiplier),
                                right);
}

#endif

} // namespace

int32_t requantize(uint32_t value, int32_t multiplier, int32_t shift) {
  return scale(value, multiplier, shift);
}

#ifdef __ARM_FEATURE_MVE

// vqrdmulh and vrshl round as requantize does, but for ties of negative numbers, which are one
// less first.
void Requantization::store(const uint32_t *sums, size_t count, size_t channel, int8_t *out) const {
  const int32_t *multiplier = multipliers + channel * step;
  const int32_t *shift = shifts + channel * step;
  int32x4_t factors = vdupq_n_s32(*multiplier), exponents = vdupq_n_s32(*shift);
  int32x4_t low = vdupq_n_s32(min), high = vdupq_n_s32(max), zero = vdupq_n_s32(0);
  for (size_t i = 0; i < count; i += 4) {
    mve_pred16_t some = vctp32q(static_cast<uint32_t>(count - i));
    if (step != 0) {
      factors = vldrwq_z_s32(multiplier + i, some);
      exponents = vldrwq_z_s32(shift + i, some);
    }
    int32x4_t value = vldrwq_z_s32(reinterpret_cast<const int32_t *>(sums) + i, some);
    if (bias)
      value = vaddq_s32(value, vldrwq_z_s32(bias + channel + i, some));
    int32x4_t right = vminq_s32(exponents, zero);
    value = vqrdmulhq_s32(vshlq_s32(value, vmaxq_s32(exponents, zero)), factors);
    value = vaddq_s32(value, vshrq_n_s32(vandq_s32(value, right), 31));
    value = vaddq_n_s32(vrshlq_s32(value, right), static_cast<int32_t>(offset));
    vstrbq_p_s32(out + i, vminq_s32(vmaxq_s32(value, low), high), some);
  }
}

#else

namespace {

template <typename Clamp>
inline __attribute__((always_inline)) void store(const Requantization &to, const uint32_t *sums,
                                                 size_t count, size_t channel, int8_t *out,
                                                 Clamp clamp) {
  static constexpr int32_t zero = 0;
  const int32_t *addends = to.bias ? to.bias + channel : &zero;
  const size_t addend_step = to.bias ? 1 : 0;
  const int32_t *multipliers = to.multipliers + channel * to.step;
  const int32_t *shifts = to.shifts + channel * to.step;
  const size_t step = to.step;
  const uint32_t offset = to.offset;
  for (; count != 0; --count) {
    uint32_t sum = *sums++ + static_cast<uint32_t>(*addends);
    uint32_t value = static_cast<uint32_t>(scale(sum, *multipliers, *shifts));
    *out++ = clamp(value + offset);
    addends += addend_step;
    multipliers += step;
    shifts += step;
  }
}

} // namespace

// Most limits are those of the elements, which some cores saturate to by one instruction.
void Requantization::store(const uint32_t *sums, size_t count, size_t channel, int8_t *out) const {
#if defined(__ARM_FEATURE_SAT) && __ARM_FEATURE_SAT
  if (min == INT8_MIN && max == INT8_MAX)
    return kernels::ET_KERNEL_LIBRARY::store(*this, sums, count, channel, out, [](uint32_t sum) {
      return static_cast<int8_t>(__ssat(static_cast<int32_t>(sum), 8));
    });
#endif
  // An element may be stored anywhere, for the compiler.
  int32_t low = min, high = max;
  kernels::ET_KERNEL_LIBRARY::store(*this, sums, count, channel, out,
                                    [=](uint32_t sum) { return clamp(sum, low, high); });
}

#endif

bool are_valid(const int32_t *multipliers, const int32_t *shifts, size_t count) {
  for (size_t i = 0; i < count; ++i)
    if (multipliers[i] == INT32_MIN || shifts[i] < kLowestShift || shifts[i] > kHighestShift)
      return false;
  return true;
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
