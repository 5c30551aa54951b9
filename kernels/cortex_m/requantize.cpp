// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See requantize.h.

#include "requantize.h"

#include <cstring>

#ifdef __ARM_FEATURE_MVE
#include <arm_mve.h>
#elif defined(__ARM_FEATURE_DSP)
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

void Requantization::start(uint32_t *sums, size_t count, size_t channel) const {
  if (!bias) {
    std::memset(sums, 0, count * sizeof(*sums));
    return;
  }
  const int32_t *from = bias + channel;
  for (; count >= 4; count -= 4) {
    std::memcpy(sums, from, 4 * sizeof(*sums));
    sums += 4;
    from += 4;
  }
  for (; count != 0; --count)
    *sums++ = static_cast<uint32_t>(*from++);
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
    int32x4_t right = vminq_s32(exponents, zero);
    value = vqrdmulhq_s32(vshlq_s32(value, vmaxq_s32(exponents, zero)), factors);
    value = vaddq_s32(value, vshrq_n_s32(vandq_s32(value, right), 31));
    value = vaddq_n_s32(vrshlq_s32(value, right), static_cast<int32_t>(offset));
    vstrbq_p_s32(out + i, vminq_s32(vmaxq_s32(value, low), high), some);
  }
}

#else

#if defined(__thumb2__) && defined(__ARM_FEATURE_DSP)

namespace {

/// Most limits are those of the elements, to which the core saturates, most shifts are to the
/// right, and most sums can be doubled: the upper half of the product is rounded then.
void store_saturated(const Requantization &to, const uint32_t *sums, size_t count, size_t channel,
                     int8_t *out) {
  const int32_t *multipliers = to.multipliers + channel * to.step;
  const int32_t *shifts = to.shifts + channel * to.step;
  const size_t step = to.step;
  const uint32_t offset = to.offset;
  const uint32_t *end = sums + count;
  size_t i = 0;
  do {
    uint32_t sum = *sums++;
    int32_t multiplier = multipliers[i], shift = shifts[i], value;
    if (__builtin_add_overflow(static_cast<int32_t>(sum), static_cast<int32_t>(sum), &value) ||
        shift > 0)
      value = requantize(sum, multiplier, shift);
    else
      __asm__("rsb %[shift], %[shift], #0\n\t"
              "smmulr %[value], %[value], %[multiplier]\n\t"
              "adds %[value], %[value], %[value], asr #31\n\t"
              "asrs %[value], %[value], %[shift]\n\t"
              "adc %[value], %[value], #0"
              : [value] "+r"(value), [shift] "+r"(shift)
              : [multiplier] "r"(multiplier)
              : "cc");
    value = static_cast<int32_t>(static_cast<uint32_t>(value) + offset);
    *out++ = static_cast<int8_t>(__ssat(value, 8));
    i += step;
  } while (sums != end);
}

} // namespace

#endif

void Requantization::store(const uint32_t *sums, size_t count, size_t channel, int8_t *out) const {
#if defined(__thumb2__) && defined(__ARM_FEATURE_DSP)
  if (count != 0 && min == INT8_MIN && max == INT8_MAX)
    return store_saturated(*this, sums, count, channel, out);
#endif
  const int32_t *multiplier = multipliers + channel * step;
  const int32_t *shift = shifts + channel * step;
  // An element may be stored anywhere, for the compiler.
  const int32_t low = min, high = max;
  const uint32_t zero_point = offset;
  const size_t next = step;
  for (; count != 0; --count) {
    *out++ =
        clamp(static_cast<uint32_t>(scale(*sums++, *multiplier, *shift)) + zero_point, low, high);
    multiplier += next;
    shift += next;
  }
}

#endif

bool are_valid(const int32_t *multipliers, const int32_t *shifts, size_t count) {
  for (size_t i = 0; i < count; ++i)
    if (multipliers[i] == INT32_MIN || shifts[i] < kLowestShift || shifts[i] > kHighestShift)
      return false;
  return true;
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
