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
#ifdef __ARM_FEATURE_MVE
  if (count != 0)
    __asm__ volatile("dlstp.32 lr, %[count]\n"
                     "1:\n\t"
                     "vldrw.u32 q0, [%[from]], #16\n\t"
                     "vstrw.32 q0, [%[sums]], #16\n\t"
                     "letp lr, 1b"
                     : [from] "+r"(from), [sums] "+r"(sums)
                     : [count] "r"(count)
                     : "q0", "lr", "memory");
#else
  for (; count >= 4; count -= 4) {
    int32_t a = from[0], b = from[1], c = from[2], d = from[3];
    from += 4;
    sums[0] = static_cast<uint32_t>(a);
    sums[1] = static_cast<uint32_t>(b);
    sums[2] = static_cast<uint32_t>(c);
    sums[3] = static_cast<uint32_t>(d);
    sums += 4;
  }
  for (; count != 0; --count)
    *sums++ = static_cast<uint32_t>(*from++);
#endif
}

#ifdef __ARM_FEATURE_MVE

// vqrdmulh and vrshl round as requantize does, but for ties of negative numbers, which are one
// less first.
void Requantization::store(const uint32_t *sums, size_t count, size_t channel, int8_t *out) const {
  if (count == 0)
    return;
  const int32_t *multiplier = multipliers + channel * step;
  const int32_t *shift = shifts + channel * step;
  uint32x4_t places = vmulq_n_u32(vidupq_n_u32(0, 1), step);
  int32x4_t low = vdupq_n_s32(min), high = vdupq_n_s32(max), zero = vdupq_n_s32(0);
  __asm__ volatile(
      "dlstp.32 lr, %[count]\n"
      "1:\n\t"
      "vldrw.u32 q0, [%[sums]], #16\n\t"
      "vldrw.u32 q1, [%[multiplier], %q[places], uxtw #2]\n\t"
      "vldrw.u32 q2, [%[shift], %q[places], uxtw #2]\n\t"
      "add %[multiplier], %[multiplier], %[step]\n\t"
      "add %[shift], %[shift], %[step]\n\t"
      "vmax.s32 q3, q2, %q[zero]\n\t" // to the left
      "vmin.s32 q2, q2, %q[zero]\n\t" // to the right
      "vshl.s32 q0, q0, q3\n\t"
      "vqrdmulh.s32 q0, q0, q1\n\t"
      "vand q1, q0, q2\n\t"
      "vshr.s32 q1, q1, #31\n\t"
      "vadd.i32 q0, q0, q1\n\t"
      "vrshl.s32 q0, q0, q2\n\t"
      "vadd.i32 q0, q0, %[offset]\n\t"
      "vmax.s32 q0, q0, %q[low]\n\t"
      "vmin.s32 q0, q0, %q[high]\n\t"
      "vstrb.32 q0, [%[out]], #4\n\t"
      "letp lr, 1b"
      : [sums] "+r"(sums), [multiplier] "+r"(multiplier), [shift] "+r"(shift), [out] "+l"(out)
      : [count] "r"(count), [step] "r"(step * 4 * sizeof(*shift)), [offset] "r"(offset),
        [places] "w"(places), [zero] "w"(zero), [low] "w"(low), [high] "w"(high)
      : "q0", "q1", "q2", "q3", "lr", "memory");
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
    int32_t multiplier = multipliers[i], shift = shifts[i], twice, value;
    if (__builtin_add_overflow(static_cast<int32_t>(sum), static_cast<int32_t>(sum), &twice) ||
        shift > 0)
      value = requantize(sum, multiplier, shift);
    else
      __asm__("rsb %[shift], %[shift], #0\n\t"
              "smmulr %[value], %[twice], %[multiplier]\n\t"
              "adds %[value], %[value], %[value], asr #31\n\t"
              "asrs %[value], %[value], %[shift]\n\t"
              "adc %[value], %[value], #0"
              : [value] "=&r"(value), [shift] "+r"(shift)
              : [twice] "r"(twice), [multiplier] "r"(multiplier)
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
