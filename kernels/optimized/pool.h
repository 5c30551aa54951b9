// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops of two-dimensional poolings. A strip is some neighbouring outputs of a row. For each tap, a
// short loop visits the outputs of the strip. The loop reads one row of the input at a fixed
// stride, and keeps results in an array on the stack. Compilers vectorise this loop.
//
// In channels-last layouts a strip is all channels of one position. A few vectors of channels are
// computed at a time. The results of these vectors stay in registers for all taps.

#pragma once

#include <algorithm>

#include "../common/dtypes.h"
#include "../common/machine.h"
#include "../common/pooling.h"
#include "et/parallel.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

constexpr size_t kPoolStrip = 64;

/// The outputs are divided into lines of `length` outputs. If `by_channels`, a line is all channels
/// of one position. Otherwise a line is a row of one channel.
struct PoolLines {
  bool by_channels;
  size_t length;
  size_t lines; // in each row of a batch entry: its columns if `by_channels`, else its channels
};

struct PoolPlanes : PoolLines {
  /// `may_by_channels` is false if the operator has a second output (the indices of the largest
  /// elements) that is not channels-last.
  PoolPlanes(const Tensor &result, const Tensor &self, const Window *pool_windows,
             bool may_by_channels = true)
      : out(result), in(self), windows(pool_windows) {
    const ptrdiff_t size = static_cast<ptrdiff_t>(self.element_size());
    by_channels =
        may_by_channels && in.sizes[1] > 1 && in.strides[1] == size && out.strides[1] == size;
    length = static_cast<size_t>(by_channels ? out.sizes[1] : out.sizes[3]);
    lines = static_cast<size_t>(by_channels ? out.sizes[3] : out.sizes[1]);
  }
  size_t count() const {
    return lines * static_cast<size_t>(out.sizes[0]) * static_cast<size_t>(out.sizes[2]);
  }
  size_t grain() const {
    const size_t taps = static_cast<size_t>(std::min(windows[0].kernel, windows[0].in)) *
                        static_cast<size_t>(std::min(windows[1].kernel, windows[1].in));
    return std::max<size_t>(1, (1 << 15) / (length * taps + 1));
  }

  Planes out;
  Planes in;
  const Window *windows;
};

struct PoolStrip {
  SizesType n;
  SizesType channel;
  int32_t row;
  int32_t column;
  size_t count;

  char *at(const Planes &planes) const { return planes.at(n, channel, row, column); }
};

template <typename Compute>
ET_ALWAYS_INLINE void for_each_strip(const PoolPlanes &pool, size_t begin, size_t end,
                                     const Compute &compute) {
  // If by_channels, lines are in the order batch, row, column; otherwise batch, channel, row.
  const size_t rows = static_cast<size_t>(pool.out.sizes[2]);
  const size_t fast = pool.by_channels ? pool.lines : rows;
  const size_t slow = pool.by_channels ? rows : pool.lines;
  const size_t most = pool.by_channels ? pool.length : kPoolStrip;
  size_t at[] = {begin / fast / slow, begin / fast % slow, begin % fast};
  for (size_t i = begin; i < end; ++i) {
    const int32_t line = static_cast<int32_t>(at[pool.by_channels ? 2 : 1]);
    const int32_t row = static_cast<int32_t>(at[pool.by_channels ? 1 : 2]);
    for (size_t first = 0; first < pool.length; first += most) {
      const int32_t place = static_cast<int32_t>(first);
      compute(PoolStrip{static_cast<SizesType>(at[0]), pool.by_channels ? place : line, row,
                        pool.by_channels ? line : place, std::min(most, pool.length - first)});
    }
    if (++at[2] == fast) {
      at[2] = 0;
      if (++at[1] == slow) {
        at[1] = 0;
        ++at[0];
      }
    }
  }
}

/// The input elements of one tap for the outputs [first, first + count) of a strip. Neighbouring
/// elements are `step` bytes apart. `place` is the first element's index in the input's plane. The
/// indices of neighbouring elements differ by `place_step`.
struct PoolTap {
  const char *data;
  ptrdiff_t step;
  size_t first;
  size_t count;
  uint32_t place;
  uint32_t place_step;
};

/// Drops the outputs for which the tap is outside of the input. `start` is the tap's column for the
/// first output. Returns false if no output is left.
ET_ALWAYS_INLINE bool find_outputs(const Window &window, int64_t start, PoolTap &tap) {
  const int64_t stride = window.stride;
  int64_t first = 0, last = static_cast<int64_t>(tap.count);
  if (start < 0)
    first = (-start - 1) / stride + 1;
  if (start + (last - 1) * stride >= window.in)
    last = (window.in - 1 - start) < 0 ? 0 : (window.in - 1 - start) / stride + 1;
  tap.first = static_cast<size_t>(first);
  tap.count = static_cast<size_t>(last - first);
  return first < last;
}

/// Finds the taps that are inside of the input. Without dilation, no division is needed.
ET_ALWAYS_INLINE Taps taps_of(const Window &window, int32_t position) {
  if (window.dilation != 1)
    return valid_taps(window, position);
  const int32_t start = position * window.stride - window.padding;
  return {start, start < 0 ? -start : 0, std::min(window.in - start, window.kernel)};
}

/// Calls use(tap) for each tap of a strip's windows, row by row, from left to right.
template <typename Use>
ET_ALWAYS_INLINE void for_each_tap(const PoolPlanes &pool, const PoolStrip &strip, const Use &use) {
  const Window &across = pool.windows[1];
  const int32_t others = static_cast<int32_t>(strip.count) - 1;
  const Taps top = taps_of(pool.windows[0], strip.row);
  // The strip's last window (`right`) has the smallest first tap inside of the input. The strip's
  // first window (`left`) has the largest last tap. Other taps are outside for all windows.
  const Taps left = taps_of(across, strip.column);
  const Taps right = others == 0 ? left : taps_of(across, strip.column + others);
  for (int32_t y = top.first; y < top.last; ++y)
    for (int32_t x = right.first; x < left.last; ++x) {
      const int32_t row = top.start + y * pool.windows[0].dilation;
      const int64_t start = int64_t(left.start) + int64_t(x) * across.dilation;
      PoolTap tap = {nullptr, pool.in.strides[3] * across.stride,  0, strip.count,
                     0,       static_cast<uint32_t>(across.stride)};
      if (!find_outputs(across, start, tap))
        continue;
      const int64_t column = start + static_cast<int64_t>(tap.first) * across.stride;
      tap.place = static_cast<uint32_t>(int64_t(row) * across.in + column);
      tap.data = pool.in.at(strip.n, strip.channel, row, static_cast<int32_t>(column));
      use(tap);
    }
}

/// Steps of 1 and 2 are compile-time constants, so that compilers vectorise the loop.
template <typename T, typename Loop>
ET_ALWAYS_INLINE void with_step(const PoolTap &tap, const Loop &loop) {
  const T *data = reinterpret_cast<const T *>(tap.data);
  const ptrdiff_t step = tap.step / static_cast<ptrdiff_t>(sizeof(T));
  if (step == 1)
    loop(data, std::integral_constant<ptrdiff_t, 1>());
  else if (step == 2)
    loop(data, std::integral_constant<ptrdiff_t, 2>());
  else
    loop(data, step);
}

template <typename T, typename At>
ET_ALWAYS_INLINE void store_strip(const PoolStrip &strip, const Planes &planes, const At &at) {
  char *out = strip.at(planes);
  const ptrdiff_t step = planes.strides[3];
  if (step == sizeof(T)) {
    for (size_t i = 0; i < strip.count; ++i)
      reinterpret_cast<T *>(out)[i] = static_cast<T>(at(i));
  } else {
    for (size_t i = 0; i < strip.count; ++i, out += step)
      *reinterpret_cast<T *>(out) = static_cast<T>(at(i));
  }
}

/// The elements of a window that are inside of the input, row by row.
class PoolWindow {
public:
  PoolWindow(const PoolPlanes &pool, const PoolStrip &strip) {
    const Window &down = pool.windows[0], &across = pool.windows[1];
    const Taps top = taps_of(down, strip.row), left = taps_of(across, strip.column);
    const int32_t row = top.start + top.first * down.dilation;
    const int32_t column = left.start + left.first * across.dilation;
    rows_ = top.last - top.first;
    columns_ = left.last - left.first;
    data_ = pool.in.at(strip.n, strip.channel, row, column);
    row_step_ = pool.in.strides[2] * down.dilation;
    column_step_ = pool.in.strides[3] * across.dilation;
    first_place = static_cast<uint32_t>(int64_t(row) * across.in + column);
    place_row_ = static_cast<uint32_t>(int64_t(down.dilation) * across.in);
    place_column_ = static_cast<uint32_t>(across.dilation);
  }

  /// Calls use(data, index in the plane) for each element of the window in one channel. `offset` is
  /// the distance in bytes from the strip's first channel to this channel.
  template <typename Use> ET_ALWAYS_INLINE void for_each(size_t offset, const Use &use) const {
    const char *row = data_ + offset;
    uint32_t row_place = first_place;
    for (int32_t y = 0; y < rows_; ++y, row += row_step_, row_place += place_row_) {
      const char *at = row;
      uint32_t place = row_place;
      for (int32_t x = 0; x < columns_; ++x, at += column_step_, place += place_column_)
        use(at, place);
    }
  }

  uint32_t first_place = 0;

private:
  const char *data_ = nullptr;
  ptrdiff_t row_step_ = 0;
  ptrdiff_t column_step_ = 0;
  int32_t rows_ = 0;
  int32_t columns_ = 0;
  uint32_t place_row_ = 0;
  uint32_t place_column_ = 0;
};

/// Calls compute(first channel, number of channels) for blocks of 4 vectors, 1 vector or 1 channel.
template <size_t lanes, typename Compute>
ET_ALWAYS_INLINE void for_each_channels(size_t count, const Compute &compute) {
  size_t i = 0;
  for (; count - i >= 4 * lanes; i += 4 * lanes)
    compute(i, std::integral_constant<size_t, 4 * lanes>());
  for (; count - i >= lanes; i += lanes)
    compute(i, std::integral_constant<size_t, lanes>());
  for (; i < count; ++i)
    compute(i, std::integral_constant<size_t, 1>());
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
