// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::upsample_nearest2d.vec_out: each output element is a copy of one input element. The input
// element's row and column are the output element's row and column, scaled and rounded down.

#include <algorithm>

#include "../common/copy_memory.h"
#include "upsample.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

SizesType nearest(const Axis &axis, float scale, SizesType position) {
  return std::min<SizesType>(static_cast<SizesType>(static_cast<float>(position) * scale),
                             axis.in - 1);
}

/// Writes one row of one channel, or of all channels at once if a pixel's channels are contiguous.
void write_row(char *to, const char *from, const Planes &out, const Planes &in, const Axis &axis,
               float scale, SizesType channels, size_t size) {
  for (SizesType column = 0; column < axis.out;) {
    const SizesType source = nearest(axis, scale, column);
    const char *const place = from + source * in.strides[3];
    if (channels != 1) {
      copy_elements(to, out.strides[1], place, in.strides[1], size, static_cast<size_t>(channels));
      to += out.strides[3];
      ++column;
      continue;
    }
    SizesType end = column + 1;
    while (end < axis.out && nearest(axis, scale, end) == source)
      ++end;
    copy_elements(to, out.strides[3], place, 0, size, static_cast<size_t>(end - column));
    to += out.strides[3] * (end - column);
    column = end;
  }
}

} // namespace

ET_FALLBACK_KERNEL(aten, upsample_nearest2d.vec_out,
                   "upsample_nearest2d.vec_out(Tensor input, SymInt[]? output_size, float[]? "
                   "scale_factors, *, Tensor(a!) out) -> Tensor(a!)") {
  enum Arguments : size_t { kInput, kOutputSize, kScaleFactors, kOut, kCount };
  Call call(context, args, kCount);
  const Upsampling taken = take_factors(call, 0, kScaleFactors, kOut);
  if (!call.ok())
    return;
  const Planes in(taken.self), out(taken.out);
  const Axis &rows = taken.axes[0], &columns = taken.axes[1];
  const float row_scale = scale_of<float>(rows), column_scale = scale_of<float>(columns);
  const ChannelOrder channels(out);
  const size_t size = taken.self.element_size();
  for (SizesType n = 0; n < out.sizes[0]; ++n)
    for (SizesType c = 0; c < channels.outer; ++c)
      for (SizesType row = 0; row < rows.out; ++row)
        write_row(out.at(n, c, row, 0), in.at(n, c, nearest(rows, row_scale, row), 0), out, in,
                  columns, column_scale, channels.inner, size);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
