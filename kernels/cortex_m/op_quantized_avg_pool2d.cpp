// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cortex_m::quantized_avg_pool2d.out: the mean of a window's elements, without the padding. Halves
// are rounded away from zero. Input and output have the same scale and zero point, so the kernel
// only checks that `zero_point`, `multiplier` and `shift` are 32-bit integers.

#include "dot.h" // ET_PREDICATE
#include "windows.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

#ifdef __ARM_FEATURE_MVE

constexpr size_t kLanes = 4;

void add_up(const Patch &patch, const int8_t *in, size_t channels, int32_t *sums) {
  size_t rows = patch.rows;
  __asm__ volatile(
      "vctp.32 %[channels]\n\t"
      "vmov.i32 q0, #0\n"
      "1:\n\t"
      "dls lr, %[columns]\n"
      "2:\n\t"
      "vpst\n\t"
      "vldrbt.s32 q1, [%[in]]\n\t"
      "add %[in], %[in], %[step]\n\t"
      "vadd.i32 q0, q0, q1\n\t"
      "le lr, 2b\n\t"
      "add %[in], %[in], %[to_row]\n\t"
      "subs %[rows], %[rows], #1\n\t"
      "bne 1b\n\t"
      "vstrw.32 q0, [%[sums]]"
      : [in] "+l"(in), [rows] "+r"(rows)
      : [channels] "r"(channels), [columns] "r"(patch.columns), [step] "r"(patch.in_column),
        [to_row] "r"(patch.in_row - static_cast<ptrdiff_t>(patch.columns) * patch.in_column),
        [sums] "r"(sums)
      : "q0", "q1", ET_PREDICATE "lr", "cc", "memory");
}

#else

constexpr size_t kLanes = 1;

void add_up(const Patch &patch, const int8_t *row, size_t, int32_t *sums) {
  const size_t columns = patch.columns;
  const ptrdiff_t step = patch.in_column;
  int32_t sum = 0;
  for (size_t y = patch.rows; y != 0; --y) {
    const int8_t *in = row;
    for (size_t x = columns; x != 0; --x) {
      sum += *in;
      in += step;
    }
    row += patch.in_row;
  }
  *sums = sum;
}

#endif

void average_patch(const Patch &patch, const void *params) {
  // take_pool() requires that the padding is at most half a window, so `count` is not 0.
  const int32_t count = static_cast<int32_t>(patch.rows * patch.columns);
  const int8_t *in = patch.in;
  int8_t *out = patch.out;
  for (size_t left = *static_cast<const size_t *>(params), lanes; left != 0; left -= lanes) {
    lanes = left < kLanes ? left : kLanes;
    int32_t sums[kLanes];
    add_up(patch, in, left, sums);
    for (size_t i = 0; i < lanes; ++i) {
      const int32_t sum = sums[i];
      const int32_t half = sum < 0 ? -(count / 2) : count / 2;
      *out++ = static_cast<int8_t>((sum + half) / count);
    }
    in += lanes;
  }
}

} // namespace

ET_FALLBACK_KERNEL(cortex_m, quantized_avg_pool2d.out,
                   "cortex_m::quantized_avg_pool2d.out(Tensor input, int[] kernel_size, "
                   "int[] stride, int[] padding, bool ceil_mode, int zero_point, int multiplier, "
                   "int shift, Tensor scratch, *, Tensor(a!) out) -> Tensor(a!)") {
  enum Arguments : size_t { kCeilMode = 4, kScratch = 8, kOut, kCount };
  Call call = Call::exact(context, args, kCount);
  Windows windows;
  windows.take_input(call);
  windows.take_pool(call);
  windows.axes[0].dilation = windows.axes[1].dilation = 1;
  windows.fit(call, call.boolean(kCeilMode));
  for (size_t index = 5; index < 8; ++index)
    call.integer(index);
  call.skip(kScratch);
  // A window has n elements, at most all pixels of the image. The magnitude of their sum is at most
  // 128 * n. Rounding adds n / 2, so no sum overflows if n is at most INT32_MAX / 129.
  call.require(call.ok() && int64_t(windows.axes[0].in) * windows.axes[1].in <= INT32_MAX / 129);
  windows.take_output(call, kOut);
  size_t channels = static_cast<size_t>(windows.out_channels);
  if (call.ok())
    windows.for_each(taps, average_patch, &channels);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
