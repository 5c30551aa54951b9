// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See requantize.h.

#include "requantize.h"

#include <cstring>

#ifdef __ARM_FEATURE_MVE
#include <arm_mve.h>
#elif defined(__thumb2__) && defined(__ARM_FEATURE_DSP)
#define ET_SHORT_LOOP 1
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

// This is assembly, because gcc's code is twice as long. The last three instructions shift right
// and round. `adds` subtracts 1 from a negative number, by adding the sign, -1 or 0. `asrs` moves
// the last bit shifted out to the carry, and `adc` adds the carry. A shift of 0 keeps the carry of
// `adds`, which is 1 only for a negative number. `adc` then undoes the subtraction.
inline __attribute__((always_inline)) int32_t scale(uint32_t value, int32_t multiplier,
                                                    int32_t shift) {
  int32_t result;
  int32_t rest;
  __asm__("bic %[rest], %[shift], %[shift], asr #31\n\t" // left shift
          "lsl %[value], %[value], %[rest]\n\t"
          "sub %[shift], %[rest], %[shift]\n\t" // right shift
          "smull %[rest], %[result], %[value], %[multiplier]\n\t"
          "adds %[rest], %[rest], #1 << 30\n\t"
          "adc %[result], %[result], #0\n\t"
          "lsls %[rest], %[rest], #1\n\t"
          "adc %[result], %[result], %[result]\n\t" // the rounded product
          "adds %[result], %[result], %[result], asr #31\n\t"
          "asrs %[result], %[result], %[shift]\n\t"
          "adc %[result], %[result], #0"
          : [result] "=&r"(result), [rest] "=&r"(rest), [value] "+r"(value), [shift] "+r"(shift)
          : [multiplier] "r"(multiplier)
          : "cc");
  return result;
}

#else

// In a malformed .pte file, the output may share the memory of the shifts, so the shifts can change
// after take() has checked them. `& 31` prevents undefined shifts.
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

void Requantization::start(uint32_t *sums, size_t count) const {
  if (!bias) {
    std::memset(sums, 0, count * sizeof(*sums));
    return;
  }
  const int32_t *from = bias;
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

// vqrdmulh rounds like multiply_high. vrshl rounds ties upwards, but divide_by_power_of_two rounds
// ties away from zero. Therefore the loops subtract 1 from negative numbers before a right shift.

namespace {

/// `count` must not be 0, and no shift may be a left shift.
inline void store_plain(const Requantization &to, int32x4_t low, int32x4_t high,
                        const uint32_t *sums, size_t count, int8_t *out) {
  const int32_t *multiplier = to.multipliers;
  const int32_t *shift = to.shifts;
  __asm__ volatile(
      "dlstp.32 lr, %[count]\n"
      "1:\n\t"
      "vldrw.u32 q0, [%[sums]], #16\n\t"
      "vldrw.u32 q1, [%[multiplier]], #16\n\t"
      "vldrw.u32 q2, [%[shift]], #16\n\t"
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
      : [count] "r"(count), [offset] "r"(to.offset), [low] "w"(low), [high] "w"(high)
      : "q0", "q1", "q2", "lr", "memory");
}

} // namespace

void Requantization::store(const uint32_t *sums, size_t count, int8_t *out) const {
  if (count == 0)
    return;
  int32x4_t low = vdupq_n_s32(min), high = vdupq_n_s32(max);
  if (is_plain) {
    store_plain(*this, low, high, sums, count, out);
    return;
  }
  const int32_t *multiplier = multipliers;
  const int32_t *shift = shifts;
  uint32x4_t places = vmulq_n_u32(vidupq_n_u32(0, 1), step);
  int32x4_t zero = vdupq_n_s32(0);
  __asm__ volatile(
      "dlstp.32 lr, %[count]\n"
      "1:\n\t"
      "vldrw.u32 q0, [%[sums]], #16\n\t"
      "vldrw.u32 q1, [%[multiplier], %q[places], uxtw #2]\n\t"
      "vldrw.u32 q2, [%[shift], %q[places], uxtw #2]\n\t"
      "add %[multiplier], %[multiplier], %[step]\n\t"
      "add %[shift], %[shift], %[step]\n\t"
      "vmax.s32 q3, q2, %q[zero]\n\t" // left shift
      "vmin.s32 q2, q2, %q[zero]\n\t" // right shift
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

#ifdef ET_SHORT_LOOP

namespace {

/// `count` must be even and not 0. No shift may be a left shift, and the output's limits must be
/// INT8_MIN and INT8_MAX. smmulr returns a * b / 2^32, rounded, but multiply_high(a, b) returns
/// a * b / 2^31. So the loop doubles each sum, and no doubled sum may overflow.
void store_plain(const Requantization &to, const uint32_t *sums, size_t count, int8_t *out) {
  const int32_t *multiplier = to.multipliers;
  const int32_t *shift = to.shifts;
  int32_t a, b, c, d;
  __asm__ volatile(
      "1:\n\t"
      "ldrd %[a], %[b], [%[sums]], #8\n\t"
      "ldrd %[c], %[d], [%[multiplier]], #8\n\t"
      "lsl %[a], %[a], #1\n\t"
      "lsl %[b], %[b], #1\n\t"
      "smmulr %[a], %[a], %[c]\n\t"
      "smmulr %[b], %[b], %[d]\n\t"
      "ldrd %[c], %[d], [%[shift]], #8\n\t"
      "rsb %[c], %[c], #0\n\t"
      "rsb %[d], %[d], #0\n\t"
      "adds %[a], %[a], %[a], asr #31\n\t"
      "asrs %[a], %[a], %[c]\n\t"
      "adc %[a], %[a], %[offset]\n\t"
      "adds %[b], %[b], %[b], asr #31\n\t"
      "asrs %[b], %[b], %[d]\n\t"
      "adc %[b], %[b], %[offset]\n\t"
      "ssat %[a], #8, %[a]\n\t"
      "ssat %[b], #8, %[b]\n\t"
      "strb %[a], [%[out]], #1\n\t"
      "strb %[b], [%[out]], #1\n\t"
      "subs %[count], %[count], #2\n\t"
      "bne 1b"
      : [a] "=&r"(a), [b] "=&r"(b), [c] "=&r"(c), [d] "=&r"(d), [sums] "+r"(sums),
        [multiplier] "+r"(multiplier), [shift] "+r"(shift), [out] "+r"(out), [count] "+r"(count)
      : [offset] "r"(to.offset)
      : "cc", "memory");
}

} // namespace

#endif

void Requantization::store(const uint32_t *sums, size_t count, int8_t *out) const {
  const int32_t *multiplier = multipliers;
  const int32_t *shift = shifts;
#ifdef ET_SHORT_LOOP
  if (size_t even = is_plain ? count & ~size_t(1) : 0) {
    store_plain(*this, sums, even, out);
    sums += even;
    out += even;
    multiplier += even;
    shift += even;
    count -= even;
  }
#endif
  // Local copies can stay in registers. For the compiler, a store to `out` may change the members.
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

bool Requantization::take(size_t count, size_t products, uint32_t input_offset) {
  step = 1;
#ifdef ET_SHORT_LOOP
  // If input_offset is in -256..255, the magnitude of element + input_offset is below 2^9, and that
  // of a product with a weight is below 2^16. The sum of at most 2^13 products is below 2^29. If
  // the bias is in -2^29..2^29 - 1, the doubled sum does not overflow.
  is_plain = min == INT8_MIN && max == INT8_MAX && products <= 1 << 13 && input_offset + 256 < 512;
#else
  is_plain = true;
  (void)products;
  (void)input_offset;
#endif
  for (size_t i = 0; i < count; ++i) {
    int32_t shift = shifts[i];
    if (multipliers[i] == INT32_MIN || shift < kLowestShift || shift > kHighestShift)
      return false;
    is_plain &= shift <= 0;
#ifdef ET_SHORT_LOOP
    if (bias)
      is_plain &= static_cast<uint32_t>(bias[i]) + (1 << 29) < 1 << 30;
#endif
  }
  return true;
}

void Requantization::skip(size_t channels) {
  if (bias)
    bias += channels;
  multipliers += channels * step;
  shifts += channels * step;
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
