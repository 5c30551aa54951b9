// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See windows.h.

#include "windows.h"

#include "layout.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

void Windows::take_input(Call &call) {
  enum : size_t { kInput };
  Tensor input = call.tensor(kInput, ScalarType::Char);
  call.require(call.ok() && is_channels_last(input));
  if (!call.ok())
    return;
  in = input.const_data_ptr<int8_t>();
  batch = input.size(0);
  in_channels = out_channels = input.size(1);
  axes[0].in = input.size(2);
  axes[1].in = input.size(3);
}

void Windows::read(Call &call, size_t index, int32_t low, int32_t Axis::*member) {
  Span<const int64_t> list = call.list(index);
  call.require(list.size() == 1 || list.size() == 2);
  if (!call.ok())
    return;
  for (size_t i = 0; i < 2; ++i) {
    int64_t value = list[i % list.size()];
    call.require(value >= low && value <= INT32_MAX);
    axes[i].*member = static_cast<int32_t>(value);
  }
}

void Windows::take_pool(Call &call) {
  enum Arguments : size_t { kInput, kKernelSize, kStride, kPadding };
  read(call, kKernelSize, 1, &Axis::kernel);
  read(call, call.list(kStride).empty() ? kKernelSize : kStride, 1, &Axis::stride);
  read(call, kPadding, 0, &Axis::padding);
  for (const Axis &axis : axes)
    call.require(call.ok() && axis.padding <= axis.kernel / 2);
}

void Windows::fit(Call &call, bool ceil_mode) {
  for (Axis &axis : axes) {
    if (!call.ok())
      return;
    int64_t padded = int64_t(axis.padding) * 2 + axis.in;
    int64_t room = padded - 1 - int64_t(axis.dilation) * (axis.kernel - 1);
    call.require(axis.in >= 1 && room >= 0 && padded <= INT32_MAX);
    if (ceil_mode)
      room += axis.stride - 1;
    call.require(room <= INT32_MAX);
    if (!call.ok())
      return;
    int32_t last = static_cast<int32_t>(room) / axis.stride;
    if (ceil_mode && last * axis.stride >= axis.in + axis.padding)
      --last;
    axis.out = last + 1;
  }
}

void Windows::take_output(Call &call, size_t index) {
  Tensor output = call.output(index, ScalarType::Char);
  if (!call.ok())
    return;
  const SizesType sizes[] = {batch, out_channels, axes[0].out, axes[1].out};
  call.resize(output, {sizes, 4});
  call.require(call.ok() && is_channels_last(output));
  if (call.ok())
    out = output.mutable_data_ptr<int8_t>();
}

Taps taps(const Axis &axis, int32_t o) {
  int32_t start = o * axis.stride - axis.padding;
  int32_t first = start < 0 ? (-start - 1) / axis.dilation + 1 : 0;
  int32_t last = start < axis.in ? (axis.in - 1 - start) / axis.dilation + 1 : 0;
  if (last > axis.kernel)
    last = axis.kernel;
  if (first >= last)
    return {0, 0, 0, 0, 0};
  // for_each() multiplies the step. 0 for a single tap avoids an overflow with a large dilation.
  int32_t step = last - first > 1 ? axis.dilation : 0;
  return {last - first, start + first * axis.dilation, step, first, 1};
}

namespace {

bool are_alike(const Taps &a, const Taps &b) {
  return a.count == b.count && a.in_step == b.in_step && a.kernel == b.kernel &&
         a.kernel_step == b.kernel_step;
}

} // namespace

void Windows::flatten() {
  Axis &rows = axes[0], &columns = axes[1];
  for (const Axis &axis : axes)
    if (axis.kernel != 1 || axis.stride != 1 || axis.padding != 0)
      return;
  int64_t pixels = int64_t(rows.in) * columns.in;
  if (pixels > INT32_MAX)
    return;
  columns.in = columns.out = static_cast<int32_t>(pixels);
  rows.in = rows.out = 1;
}

void Windows::for_each(TapsFunction taps, PatchFunction function, const void *params,
                       size_t pixels) const {
  const int8_t *image = in;
  Patch patch;
  patch.out = out;
  patch.out_pixel = static_cast<size_t>(out_channels);
  ptrdiff_t in_row = ptrdiff_t(in_channels) * axes[1].in;
  for (SizesType n = 0; n < batch; ++n) {
    for (int32_t row = 0; row < axes[0].out; ++row) {
      Taps rows = taps(axes[0], row);
      for (int32_t column = 0; column < axes[1].out;) {
        const Taps columns = taps(axes[1], column);
        patch.rows = static_cast<size_t>(rows.count);
        patch.columns = static_cast<size_t>(columns.count);
        patch.in = image + rows.in * in_row + columns.in * ptrdiff_t(in_channels);
        patch.in_row = rows.in_step * in_row;
        patch.in_column = columns.in_step * ptrdiff_t(in_channels);
        patch.kernel = static_cast<size_t>(rows.kernel) * static_cast<size_t>(axes[1].kernel) +
                       static_cast<size_t>(columns.kernel);
        patch.kernel_row = ptrdiff_t(rows.kernel_step) * axes[1].kernel;
        patch.kernel_column = columns.kernel_step;
        patch.pixels = 1;
        patch.in_pixel = 0;
        if (++column < axes[1].out && pixels == 2) {
          const Taps next = taps(axes[1], column);
          if (are_alike(columns, next)) {
            patch.pixels = 2;
            patch.in_pixel = (next.in - columns.in) * ptrdiff_t(in_channels);
            ++column;
          }
        }
        function(patch, params);
        patch.out += patch.pixels * patch.out_pixel;
      }
    }
    image += axes[0].in * in_row;
  }
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
