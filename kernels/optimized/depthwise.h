// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Depthwise convolutions of one or two dimensions. Each group has one input channel, so an output
// is a sum over the taps of its window.
//
// If rows are contiguous, a vector holds consecutive elements of a row. The input rows for some
// outputs are copied to the stack, with zeros around them, so that no window leaves the copy. With
// a stride of n, each row is copied as n phases: phase p holds elements p, p + n, p + 2n, and so
// on. Thus the elements that one tap needs in consecutive windows are contiguous in the copy.
//
// In channels-last layouts a vector holds channels, and nothing is copied. Windows at the ends of a
// row skip the taps outside of the input.

#pragma once

#include <algorithm>
#include <cstring>

#include "../common/convolution_arguments.h"
#include "../common/machine.h"
#include "convolution_tiles.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// The convolution is computed in parts. A part is `rows` x `strip` outputs of one channel. In
/// channels-last layouts (is_channels_last), a part is `rows` whole rows of all channels. An
/// element of the batch has planes * blocks * strips parts.
template <typename T> struct Depthwise {
  static constexpr size_t kCopy = (16 << 10) / sizeof(T); ///< elements of the copy on the stack
  static constexpr size_t kMostTaps = 128;
  static constexpr size_t kLongestStrip = 256;
  /// Positions of a channels-last part. Each part copies all weights, so smaller parts are slow.
  static constexpr size_t kLastPositions = 256;

  explicit Depthwise(const Convolution &convolution) : conv(convolution) {
    const Window &down = conv.windows[1], &across = conv.windows[2];
    const auto is_side_by_side = [](ptrdiff_t step) { return step == sizeof(T); };
    channels = static_cast<size_t>(conv.groups) * static_cast<size_t>(conv.group_out);
    taps = static_cast<size_t>(down.kernel) * static_cast<size_t>(across.kernel);
    is_channels_last = conv.group_out == 1 && conv.groups > 1 &&
                       is_side_by_side(conv.input.second) && is_side_by_side(conv.out.second);
    const size_t height = static_cast<size_t>(down.out), width = static_cast<size_t>(across.out);
    if (is_channels_last) {
      strip = width;
      rows = (kLastPositions + width - 1) / std::max<size_t>(1, width);
    } else {
      strip = std::min(width, kLongestStrip);
      phase = std::max(strip, kLanes<T, 32>) + reach(across) / static_cast<size_t>(across.stride);
      pitch = phase * static_cast<size_t>(across.stride);
      const size_t fitting = kCopy / pitch;
      rows = fitting > reach(down)
                 ? (fitting - reach(down) - 1) / static_cast<size_t>(down.stride) + 1
                 : 0;
    }
    rows = std::min(rows, height);
    is_possible = !conv.transposed && conv.group_in == 1 && conv.windows[0].in == 1 &&
                  conv.windows[0].kernel == 1 && conv.windows[0].out == 1 &&
                  conv.windows[0].padding == 0 && taps <= kMostTaps && rows != 0 && strip != 0 &&
                  (is_channels_last || (is_side_by_side(conv.input.spatial[2]) &&
                                        is_side_by_side(conv.out.spatial[2])));
    if (!is_possible)
      return;
    strips = (width + strip - 1) / strip;
    blocks = (height + rows - 1) / rows;
    planes = is_channels_last ? 1 : channels;
  }

  static size_t reach(const Window &window) {
    return static_cast<size_t>(window.dilation) * (static_cast<size_t>(window.kernel) - 1);
  }
  size_t count() const { return static_cast<size_t>(conv.batch) * planes * blocks * strips; }
  size_t products() const { return rows * strip * taps * (channels / planes); }

  const Convolution &conv;
  bool is_possible = false;
  bool is_channels_last = false;
  size_t channels = 0;
  size_t taps = 0;
  size_t strip = 0;
  size_t rows = 0;
  size_t phase = 0; ///< the length of one phase of a copied row
  size_t pitch = 0; ///< the length of a copied row: all its phases
  size_t strips = 0;
  size_t blocks = 0;
  size_t planes = 0;
};

struct DepthwisePart {
  size_t n = 0;
  size_t plane = 0;
  int32_t row = 0;
  int32_t rows = 0;
  int32_t column = 0;
  int32_t columns = 0;

  template <typename T> DepthwisePart(const Depthwise<T> &all, size_t index) {
    const auto next = [&](size_t size) {
      const size_t item = index % size;
      index /= size;
      return item;
    };
    const Window *windows = all.conv.windows;
    column = static_cast<int32_t>(next(all.strips) * all.strip);
    row = static_cast<int32_t>(next(all.blocks) * all.rows);
    plane = next(all.planes);
    n = index;
    columns = std::min(static_cast<int32_t>(all.strip), windows[2].out - column);
    rows = std::min(static_cast<int32_t>(all.rows), windows[1].out - row);
  }
};

template <typename T>
ET_ALWAYS_INLINE void copy_weights(const Convolution &conv, size_t channel, T *to, size_t step) {
  const ConvolutionOperand &weight = conv.weight;
  const char *row = weight.data + static_cast<ptrdiff_t>(channel) * weight.first;
  for (int32_t y = 0; y < conv.windows[1].kernel; ++y, row += weight.spatial[1]) {
    const char *from = row;
    for (int32_t x = 0; x < conv.windows[2].kernel; ++x, from += weight.spatial[2], to += step)
      *to = *reinterpret_cast<const T *>(from);
  }
}

template <typename T> ET_ALWAYS_INLINE T depthwise_bias(const Convolution &conv, size_t channel) {
  return conv.bias ? *reinterpret_cast<const T *>(conv.bias +
                                                  static_cast<ptrdiff_t>(channel) * conv.bias_step)
                   : T(0);
}

template <typename T>
ET_ALWAYS_INLINE T *depthwise_plane(const ConvolutionOperand &operand, size_t n, size_t channel) {
  return reinterpret_cast<T *>(operand.data + static_cast<ptrdiff_t>(n) * operand.first +
                               static_cast<ptrdiff_t>(channel) * operand.second);
}

template <typename T, size_t bytes> class DepthwiseAlongRows {
  static constexpr int32_t lanes = kLanes<T, bytes>;
  using V = Vector<T, bytes>;

public:
  ET_ALWAYS_INLINE static void run(const Depthwise<T> &all, size_t begin, size_t end) {
    alignas(64) T copy[Depthwise<T>::kCopy];
    T weights[Depthwise<T>::kMostTaps];
    ptrdiff_t places[Depthwise<T>::kMostTaps];
    const Convolution &conv = all.conv;
    list_places(all, places);
    for (size_t i = begin; i < end; ++i) {
      const DepthwisePart part(all, i);
      copy_weights(conv, part.plane, weights, 1);
      copy_rows(all, part, copy);
      const Taps taps = {weights, places, all.taps, depthwise_bias<T>(conv, part.plane)};
      const ptrdiff_t step = in_elements<T>(conv.out.spatial[1]);
      T *out = depthwise_plane<T>(conv.out, part.n, part.plane) + part.row * step + part.column;
      const T *in = copy;
      for (int32_t y = 0; y < part.rows; ++y, out += step) {
        compute_row(taps, in, part.columns, out);
        in += static_cast<size_t>(conv.windows[1].stride) * all.pitch;
      }
    }
  }

private:
  struct Taps {
    const T *weights;
    const ptrdiff_t *places; ///< offsets of the taps in the copy, for the first output
    size_t count;
    T bias;
  };

  ET_ALWAYS_INLINE static V vector_at(const T *data) {
    return load<T, bytes>(reinterpret_cast<const char *>(data));
  }
  /// Returns elements 0, 2, 4 and so on of the 2 * lanes - 1 elements at `data`.
  template <size_t... i>
  ET_ALWAYS_INLINE static V even_at(const T *data, std::index_sequence<i...>) {
    return __builtin_shufflevector(vector_at(data), vector_at(data + lanes - 1),
                                   (i < size_t(lanes) / 2 ? 2 * i : 2 * i + 1)...);
  }

  ET_ALWAYS_INLINE static void list_places(const Depthwise<T> &all, ptrdiff_t *places) {
    const Window &down = all.conv.windows[1], &across = all.conv.windows[2];
    for (int32_t y = 0; y < down.kernel; ++y)
      for (int32_t x = 0; x < across.kernel; ++x) {
        const int32_t at = x * across.dilation;
        *places++ = static_cast<ptrdiff_t>(y) * down.dilation * static_cast<ptrdiff_t>(all.pitch) +
                    at % across.stride * static_cast<ptrdiff_t>(all.phase) + at / across.stride;
      }
  }

  /// Copies every `stride`-th element. If `count` is no multiple of a vector's lanes, the last
  /// vector overlaps the vector before it.
  ET_ALWAYS_INLINE static void copy_elements(const T *in, int32_t stride, int32_t count, T *to) {
    if (count >= lanes && stride <= 2) {
      for (int32_t i = 0; i < count; i += lanes) {
        const int32_t at = std::min(i, count - lanes);
        store<T>(reinterpret_cast<char *>(to + at),
                 stride == 1 ? vector_at(in + at)
                             : even_at(in + 2 * at, std::make_index_sequence<size_t{lanes}>()));
      }
      return;
    }
    for (int32_t i = 0; i < count; ++i)
      to[i] = in[static_cast<ptrdiff_t>(i) * stride];
  }

  /// Returns the number of steps from `start` until `place` is reached or passed; at most `most`.
  ET_ALWAYS_INLINE static int32_t count_steps(int64_t start, int64_t place, int32_t stride,
                                              int32_t most) {
    if (start >= place)
      return 0;
    const int64_t distance = place - start;
    const int64_t steps = stride == 1 ? distance : (distance + stride - 1) / stride;
    return static_cast<int32_t>(std::min<int64_t>(steps, most));
  }

  ET_ALWAYS_INLINE static void copy_rows(const Depthwise<T> &all, const DepthwisePart &part,
                                         T *copy) {
    const Convolution &conv = all.conv;
    const Window &down = conv.windows[1], &across = conv.windows[2];
    const T *plane =
        depthwise_plane<T>(conv.input, part.n, part.plane / static_cast<size_t>(conv.group_out));
    const ptrdiff_t step = in_elements<T>(conv.input.spatial[1]);
    const int64_t top = int64_t(part.row) * down.stride - down.padding;
    const int64_t height =
        int64_t(part.rows - 1) * down.stride + static_cast<int64_t>(all.reach(down)) + 1;
    const int64_t end = std::min<int64_t>(top + height, down.in);
    const int32_t length = static_cast<int32_t>(all.phase);
    std::memset(copy, 0, static_cast<size_t>(height) * all.pitch * sizeof(T));
    for (int32_t phase = 0; phase < across.stride; ++phase) {
      const int64_t start = int64_t(part.column) * across.stride - across.padding + phase;
      const int32_t first = count_steps(start, 0, across.stride, length);
      const int32_t last = count_steps(start, across.in, across.stride, length);
      const ptrdiff_t column = static_cast<ptrdiff_t>(start + int64_t(first) * across.stride);
      T *to = copy + phase * length + first;
      for (int64_t y = std::max<int64_t>(top, 0); y < end; ++y)
        copy_elements(plane + y * step + column, across.stride, last - first,
                      to + static_cast<size_t>(y - top) * all.pitch);
    }
  }

  /// Computes `count` vectors of outputs. The last vector starts at output `last`. At the end of a
  /// row, `last` makes this vector overlap the vector before it.
  template <int32_t count>
  ET_ALWAYS_INLINE static void compute_vectors(const Taps &taps, const T *in, int32_t last,
                                               V *sums) {
    for (int32_t i = 0; i < count; ++i)
      sums[i] = splat<T, bytes>(taps.bias);
    for (size_t tap = 0; tap < taps.count; ++tap) {
      const V weight = splat<T, bytes>(taps.weights[tap]);
      const T *at = in + taps.places[tap];
      for (int32_t i = 0; i < count; ++i)
        sums[i] =
            multiply_add(vector_at(at + (i + 1 == count ? last : i * lanes)), weight, sums[i]);
    }
  }
  template <int32_t count>
  ET_ALWAYS_INLINE static void compute_outputs(const Taps &taps, const T *in, int32_t last,
                                               T *out) {
    V sums[size_t{count}];
    compute_vectors<count>(taps, in, last, sums);
    for (int32_t i = 0; i < count; ++i)
      store<T>(reinterpret_cast<char *>(out + (i + 1 == count ? last : i * lanes)), sums[i]);
  }

  ET_ALWAYS_INLINE static void compute_row(const Taps &taps, const T *in, int32_t count, T *out) {
    if (count < lanes) {
      V sums[1];
      compute_vectors<1>(taps, in, 0, sums);
      return store_some<T>(reinterpret_cast<char *>(out), sizeof(T), static_cast<size_t>(count),
                           sums[0]);
    }
    for (; count >= 4 * lanes; count -= 4 * lanes, in += 4 * lanes, out += 4 * lanes)
      compute_outputs<4>(taps, in, 3 * lanes, out);
    const int32_t last = count - lanes;
    if (last > 2 * lanes)
      compute_outputs<4>(taps, in, last, out);
    else if (last > lanes)
      compute_outputs<3>(taps, in, last, out);
    else if (last > 0)
      compute_outputs<2>(taps, in, last, out);
    else if (count > 0)
      compute_outputs<1>(taps, in, last, out);
  }
};

template <typename T, size_t bytes> class DepthwiseAlongChannels {
  static constexpr size_t lanes = kLanes<T, bytes>;
  using V = Vector<T, bytes>;

public:
  ET_ALWAYS_INLINE static void run(const Depthwise<T> &all, size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      const DepthwisePart part(all, i);
      if (all.channels < lanes) {
        compute_channels<1>(all, part, 0, all.channels);
        continue;
      }
      size_t channel = 0;
      for (; all.channels - channel >= 2 * lanes; channel += 2 * lanes)
        compute_channels<2>(all, part, channel, 2 * lanes);
      for (; channel < all.channels; channel += lanes) { // the last two vectors may overlap
        channel = std::min(channel, all.channels - lanes);
        compute_channels<1>(all, part, channel, lanes);
      }
    }
  }

private:
  /// The taps [first, last) of a window are inside of the input. Tap 0 is at position `start`.
  struct TapRange {
    int32_t start;
    int32_t first;
    int32_t last;

    ET_ALWAYS_INLINE TapRange(const Window &window, int32_t o)
        : start(o * window.stride - window.padding), first(std::max<int32_t>(-start, 0)),
          last(std::max<int32_t>(window.in - start, 0)) {
      if (window.dilation != 1) { // avoids slow divisions if possible
        first = first == 0 ? 0 : (first - 1) / window.dilation + 1;
        last = last == 0 ? 0 : (last - 1) / window.dilation + 1;
      }
      last = std::min(last, window.kernel);
    }
    ET_ALWAYS_INLINE bool is_whole(const Window &window) const {
      return first == 0 && last == window.kernel;
    }
  };

  struct Line {
    const Convolution *conv;
    const T *in; ///< the first channel
    T *out;
    const T *weights;
    const T *biases;
    size_t channels; ///< may be fewer than a vector's lanes
  };

  ET_ALWAYS_INLINE static V load_lanes(const T *data, size_t count) {
    const char *at = reinterpret_cast<const char *>(data);
    return count < lanes ? load_some<T, bytes>(at, sizeof(T), count) : load<T, bytes>(at);
  }

  template <size_t vectors, size_t outputs>
  ET_ALWAYS_INLINE static void compute_outputs(const Line &line, const TapRange &down,
                                               const TapRange &across, T *out) {
    const Window *windows = line.conv->windows;
    const ptrdiff_t row = in_elements<T>(line.conv->input.spatial[1]);
    const ptrdiff_t column = in_elements<T>(line.conv->input.spatial[2]);
    const ptrdiff_t next = column * windows[2].stride;
    V sums[outputs * vectors];
    for (size_t i = 0; i < outputs * vectors; ++i)
      sums[i] = load_lanes(line.biases + i % vectors * lanes, lanes);
    for (int32_t y = down.first; y < down.last; ++y) {
      const T *in = line.in + (down.start + y * windows[1].dilation) * row +
                    (across.start + across.first * windows[2].dilation) * column;
      const T *weights = line.weights + static_cast<size_t>(y * windows[2].kernel + across.first) *
                                            vectors * lanes;
      for (int32_t x = across.first; x < across.last; ++x) {
        for (size_t i = 0; i < outputs * vectors; ++i)
          sums[i] = multiply_add(
              load_lanes(in + static_cast<ptrdiff_t>(i / vectors) * next + i % vectors * lanes,
                         line.channels),
              load_lanes(weights + i % vectors * lanes, lanes), sums[i]);
        in += windows[2].dilation * column;
        weights += vectors * lanes;
      }
    }
    for (size_t i = 0; i < outputs * vectors; ++i) {
      char *to = reinterpret_cast<char *>(
          out + static_cast<ptrdiff_t>(i / vectors) * in_elements<T>(line.conv->out.spatial[2]) +
          i % vectors * lanes);
      if (line.channels < lanes)
        store_some<T>(to, sizeof(T), line.channels, sums[i]);
      else
        store<T>(to, sums[i]);
    }
  }

  template <size_t vectors>
  ET_ALWAYS_INLINE static void compute_line(const Line &line, int32_t row) {
    constexpr int32_t most = 4;
    const Window &across = line.conv->windows[2];
    const TapRange down(line.conv->windows[1], row);
    const ptrdiff_t step = in_elements<T>(line.conv->out.spatial[2]);
    for (int32_t o = 0; o < across.out;) {
      const TapRange left(across, o);
      T *out = line.out + o * step;
      if (line.channels >= lanes && across.out - o >= most && left.is_whole(across) &&
          TapRange(across, o + most - 1).is_whole(across)) {
        compute_outputs<vectors, size_t(most)>(line, down, left, out);
        o += most;
      } else {
        compute_outputs<vectors, 1>(line, down, left, out);
        ++o;
      }
    }
  }

  template <size_t vectors>
  ET_ALWAYS_INLINE static void compute_channels(const Depthwise<T> &all, const DepthwisePart &part,
                                                size_t channel, size_t count) {
    alignas(64) T weights[Depthwise<T>::kMostTaps * vectors * lanes];
    T biases[vectors * lanes] = {};
    for (size_t c = 0; c < vectors * lanes; ++c) {
      const size_t one = channel + std::min(c, count - 1);
      copy_weights(all.conv, one, weights + c, vectors * lanes);
      biases[c] = depthwise_bias<T>(all.conv, one);
    }
    const ptrdiff_t step = in_elements<T>(all.conv.out.spatial[1]);
    Line line = {&all.conv,
                 depthwise_plane<T>(all.conv.input, part.n, channel),
                 depthwise_plane<T>(all.conv.out, part.n, channel) + part.row * step,
                 weights,
                 biases,
                 count};
    for (int32_t y = 0; y < part.rows; ++y, line.out += step)
      compute_line<vectors>(line, part.row + y);
  }
};

template <typename T> struct DepthwiseLoop {
  template <size_t bytes>
  ET_ALWAYS_INLINE static void run(const Depthwise<T> &all, size_t begin, size_t end) {
    if (all.is_channels_last)
      DepthwiseAlongChannels<T, bytes>::run(all, begin, end);
    else
      DepthwiseAlongRows<T, bytes>::run(all, begin, end);
  }
};

} // namespace et::kernels::ET_KERNEL_LIBRARY
