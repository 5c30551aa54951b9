// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Computes convolutions of any kind as matrix products, with the tiles of gemm.h: rows are output
// channels, and columns are output positions. A term is the product for one tap (an element of the
// window) and one input channel of the group. A panel, on the stack, holds the input elements in
// the windows of some positions, and zeros for elements outside of the input. A block of terms has
// all taps of some channels, or some taps of one channel if a window has more than kSumBlock taps.

#pragma once

#include <type_traits>

#include "../common/convolution_arguments.h"
#include "../common/gemm.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// A part of the output: `rows` channels of a group, at `columns` positions from `position` on. The
/// positions must be evenly spaced in memory, because `out` is a matrix.
template <typename T> struct ConvolutionPart {
  const Convolution *conv;
  const T *input;   ///< the group's first channel
  const T *weights; ///< the weights of the first output channel
  MatrixView<T> out;
  const T *bias;
  size_t rows;
  size_t position;
  size_t columns;
};

template <typename T> ptrdiff_t in_elements(ptrdiff_t bytes) {
  return bytes / static_cast<ptrdiff_t>(sizeof(T));
}

template <typename T, size_t bytes> class ConvolutionTiles {
  static constexpr size_t lanes = kLanes<T, bytes>;
  static constexpr size_t width = kPanelWidth<T, bytes>;
  static constexpr int32_t kOutside = -1;

public:
  ET_ALWAYS_INLINE static void run(const ConvolutionPart<T> &part) {
    alignas(64) T panel[kSumBlock * width];
    ptrdiff_t steps[kSumBlock];
    const Convolution &conv = *part.conv;
    const size_t channels = static_cast<size_t>(conv.group_in), taps = count_taps(conv);
    const size_t taps_of_block = std::min(taps, kSumBlock);
    const size_t channels_of_block = std::max<size_t>(1, kSumBlock / taps);
    // The terms of a block are ordered so that weights are read in the order of memory.
    const bool taps_first =
        conv.weight.spatial[2] < (conv.transposed ? conv.weight.first : conv.weight.second);
    const ptrdiff_t row = in_elements<T>(conv.transposed ? conv.weight.second : conv.weight.first);
    Tiles<T, ListedFactors<T>> tiles = {
        {part.weights, row, steps},    panel, 0, part.out, part.rows, 0, T(1), false, part.bias,
        in_elements<T>(conv.bias_step)};
    size_t channel = 0, tap = 0;
    do { // once even without terms, because the biases must be stored
      Block block = {channel, std::min(channels_of_block, channels - channel),
                     tap,     std::min(taps_of_block, taps - tap),
                     1,       1};
      (taps_first ? block.channel_rows : block.tap_rows) = taps_first ? block.taps : block.channels;
      tiles.terms = block.channels * block.taps;
      list_weights(conv, block, steps);
      for (size_t column = 0; column < part.columns; column += width) {
        tiles.columns = std::min(width, part.columns - column);
        tiles.out = part.out.from(0, column);
        copy_windows(part, block, part.position + column, tiles.columns, panel);
        multiply_tiles<bytes>(tiles);
      }
      tiles.adds = true;
      tap += block.taps;
      if (tap == taps) {
        tap = 0;
        channel += block.channels;
      }
    } while (channel < channels);
  }

private:
  struct Block {
    size_t channel;
    size_t channels;
    size_t tap;
    size_t taps;
    size_t channel_rows; ///< panel rows from one channel to the next
    size_t tap_rows;
  };
  /// An integer type of T's size, because comparing vectors of Place gives masks for vectors of T.
  using Place = std::conditional_t<sizeof(T) == 4, int32_t, int64_t>;
  struct Windows {
    Place starts[kSpatial][width];
    size_t columns;
    bool are_neighbours; ///< for each tap, the elements of all columns are contiguous in the input
    size_t runs;         ///< a run is consecutive columns whose outputs are in one output row
    size_t run_starts[width];
  };

  ET_ALWAYS_INLINE static size_t count_taps(const Convolution &conv) {
    size_t taps = 1;
    for (const Window &window : conv.windows)
      taps *= static_cast<size_t>(window.kernel);
    return taps;
  }

  ET_ALWAYS_INLINE static void take_tap(const Convolution &conv, size_t tap, int32_t *at) {
    for (size_t d = kSpatial; d-- != 0;) {
      const size_t kernel = static_cast<size_t>(conv.windows[d].kernel);
      at[d] = static_cast<int32_t>(tap % kernel);
      tap /= kernel;
    }
  }

  ET_ALWAYS_INLINE static void list_weights(const Convolution &conv, const Block &block,
                                            ptrdiff_t *steps) {
    const ConvolutionOperand &weight = conv.weight;
    const ptrdiff_t step = in_elements<T>(conv.transposed ? weight.first : weight.second);
    for (size_t i = 0; i < block.taps; ++i) {
      int32_t at[kSpatial];
      take_tap(conv, block.tap + i, at);
      ptrdiff_t place = static_cast<ptrdiff_t>(block.channel) * step;
      for (size_t d = 0; d < kSpatial; ++d)
        place += at[d] * in_elements<T>(weight.spatial[d]);
      for (size_t c = 0; c < block.channels; ++c, place += step)
        steps[c * block.channel_rows + i * block.tap_rows] = place;
    }
  }

  /// True if the windows of a panel's outputs start at consecutive input elements. The stride must
  /// be 1. The outputs must be in one row, or in several rows of a single plane. With several rows,
  /// the rows of input and output must have the same length. `first` is the first output's position
  /// in its row.
  ET_ALWAYS_INLINE static bool has_neighbours(const Convolution &conv, int32_t first) {
    const Window *windows = conv.windows;
    const ptrdiff_t *steps = conv.input.spatial;
    if (conv.transposed || windows[2].stride != 1 || steps[2] != sizeof(T))
      return false;
    if (static_cast<size_t>(windows[2].out - first) >= width)
      return true;
    return windows[1].stride == 1 && windows[0].out == 1 && steps[1] == windows[2].out * steps[2];
  }

  ET_ALWAYS_INLINE static void find_windows(const Convolution &conv, size_t position,
                                            size_t columns, Windows &found) {
    const Window *windows = conv.windows;
    int32_t at[kSpatial];
    for (size_t d = kSpatial; d-- != 0;) {
      const size_t size = static_cast<size_t>(windows[d].out);
      at[d] = static_cast<int32_t>(position % size);
      position /= size;
    }
    found.columns = columns;
    found.runs = 0;
    found.are_neighbours = columns == width && has_neighbours(conv, at[2]);
    for (size_t c = 0; c < columns; ++c) {
      if (c == 0 || at[2] == 0)
        found.run_starts[found.runs++] = c;
      for (size_t d = 0; d < kSpatial; ++d)
        found.starts[d][c] = conv.transposed ? at[d] + windows[d].padding
                                             : at[d] * windows[d].stride - windows[d].padding;
      for (size_t d = kSpatial; d-- != 0;) {
        if (++at[d] != windows[d].out)
          break;
        at[d] = 0;
      }
    }
  }

  /// Returns the input position that a tap of a transposed convolution's window reads, or kOutside.
  ET_ALWAYS_INLINE static int32_t input_position(const Window &window, int32_t start, int32_t tap) {
    const int32_t at = start - tap * window.dilation;
    return at >= 0 && at % window.stride == 0 && at / window.stride < window.in ? at / window.stride
                                                                                : kOutside;
  }

  ET_ALWAYS_INLINE static void copy_places(const Convolution &conv, const Windows &windows,
                                           const int32_t *tap, const T *in, ptrdiff_t step,
                                           const Block &block, T *panel) {
    for (size_t c = 0; c < width; ++c) {
      ptrdiff_t place = c < windows.columns ? 0 : kOutside;
      for (size_t d = 0; d < kSpatial && place != kOutside; ++d) {
        const int32_t at =
            input_position(conv.windows[d], static_cast<int32_t>(windows.starts[d][c]), tap[d]);
        place = at == kOutside ? kOutside : place + at * in_elements<T>(conv.input.spatial[d]);
      }
      for (size_t k = 0; k < block.channels; ++k)
        panel[k * block.channel_rows * width + c] =
            place == kOutside ? T(0) : in[place + static_cast<ptrdiff_t>(k) * step];
    }
  }

  /// Consecutive columns of a panel row. Columns [first, last) are copies of every `distance`-th
  /// element at `data`. Other columns up to `end` are 0, as their tap is outside of the input.
  struct Run {
    const T *data;
    ptrdiff_t distance;
    size_t first;
    size_t last;
    size_t end;
  };

  /// Returns the run of columns [begin, end), whose elements are evenly spaced in the input.
  ET_ALWAYS_INLINE static Run find_run(const Convolution &conv, const Windows &windows,
                                       const int32_t *tap, size_t begin, size_t end, const T *in) {
    const Window &across = conv.windows[2];
    const int64_t stride = across.stride, columns = static_cast<int64_t>(end - begin);
    const int64_t start = windows.starts[2][begin] + int64_t(tap[2]) * across.dilation;
    int64_t first = start < 0 ? std::min((-start - 1) / stride + 1, columns) : 0;
    int64_t last = columns;
    if (start + (columns - 1) * stride >= across.in)
      last = start < across.in ? (across.in - 1 - start) / stride + 1 : 0;
    const ptrdiff_t distance = in_elements<T>(conv.input.spatial[2]);
    for (size_t d = 0; d + 1 < kSpatial; ++d) {
      const int64_t at = windows.starts[d][begin] + int64_t(tap[d]) * conv.windows[d].dilation;
      if (at < 0 || at >= conv.windows[d].in)
        last = 0;
      in += last == 0 ? 0 : at * in_elements<T>(conv.input.spatial[d]);
    }
    first = std::min(first, last);
    if (first != last)
      in += (start + first * stride) * distance;
    return {in, distance * across.stride, begin + static_cast<size_t>(first),
            begin + static_cast<size_t>(last), end};
  }

  /// For a full panel, `columns` is a compile-time constant, so that the loops become vector code.
  template <typename Columns>
  ET_ALWAYS_INLINE static void copy_apart(T *to, const T *from, ptrdiff_t distance,
                                          Columns columns) {
    if (distance == 1)
      for (size_t c = 0; c < columns; ++c)
        to[c] = from[c];
    else if (distance == 2)
      for (size_t c = 0; c < columns; ++c)
        to[c] = from[2 * c];
    else
      for (size_t c = 0; c < columns; ++c)
        to[c] = from[static_cast<ptrdiff_t>(c) * distance];
  }

  ET_ALWAYS_INLINE static void copy_runs(const Convolution &conv, const Windows &windows,
                                         const int32_t *tap, const T *in, ptrdiff_t step,
                                         const Block &block, T *panel) {
    for (size_t r = 0; r < windows.runs; ++r) {
      const bool is_last = r + 1 == windows.runs;
      const size_t begin = windows.run_starts[r];
      Run run = find_run(conv, windows, tap, begin,
                         is_last ? windows.columns : windows.run_starts[r + 1], in);
      if (is_last)
        run.end = width;
      T *row = panel;
      for (size_t k = 0; k < block.channels;
           ++k, row += block.channel_rows * width, run.data += step) {
        if (run.last - run.first == width) {
          copy_apart(row, run.data, run.distance, std::integral_constant<size_t, width>());
          continue;
        }
        for (size_t c = begin; c < run.first; ++c)
          row[c] = T(0);
        copy_apart(row + run.first, run.data, run.distance, run.last - run.first);
        for (size_t c = run.last; c < run.end; ++c)
          row[c] = T(0);
      }
    }
  }

  /// Copies the elements that one tap reads, which must be contiguous. Loads the elements of all
  /// columns, then sets the elements of the padding to 0. Copies nothing and returns false if a
  /// load would leave the channel's memory.
  ET_ALWAYS_INLINE static bool copy_neighbours(const Convolution &conv, const Windows &windows,
                                               const int32_t *tap, const T *in, ptrdiff_t step,
                                               const Block &block, T *panel) {
    using Mask = Vector<Place, bytes>;
    Mask inside[2] = {~Mask{}, ~Mask{}};
    ptrdiff_t place = 0, end = 1;
    for (size_t d = 0; d < kSpatial; ++d) {
      const Window &window = conv.windows[d];
      const Place offset = tap[d] * window.dilation;
      const ptrdiff_t distance = in_elements<T>(conv.input.spatial[d]);
      place += static_cast<ptrdiff_t>(windows.starts[d][0] + offset) * distance;
      end += (window.in - 1) * distance;
      for (size_t half = 0; half < 2; ++half) {
        const Mask at = bits_as<Place>(load<Place, bytes>(
                            reinterpret_cast<const char *>(windows.starts[d] + half * lanes))) +
                        offset;
        inside[half] &= (at >= 0) & (at < window.in);
      }
    }
    if (place < 0 || place + static_cast<ptrdiff_t>(width) > end)
      return false;
    in += place;
    for (size_t c = 0; c < block.channels; ++c, in += step, panel += block.channel_rows * width)
      for (size_t half = 0; half < 2; ++half) {
        const Mask values =
            bits_as<Place>(load<T, bytes>(reinterpret_cast<const char *>(in + half * lanes)));
        store<T>(reinterpret_cast<char *>(panel + half * lanes), bits_as<T>(values & inside[half]));
      }
    return true;
  }

  ET_ALWAYS_INLINE static void copy_windows(const ConvolutionPart<T> &part, const Block &block,
                                            size_t position, size_t columns, T *panel) {
    const Convolution &conv = *part.conv;
    const ptrdiff_t step = in_elements<T>(conv.input.second);
    const T *in = part.input + static_cast<ptrdiff_t>(block.channel) * step;
    Windows windows;
    find_windows(conv, position, columns, windows);
    for (size_t i = 0; i < block.taps; ++i, panel += block.tap_rows * width) {
      int32_t tap[kSpatial];
      take_tap(conv, block.tap + i, tap);
      if (windows.are_neighbours && copy_neighbours(conv, windows, tap, in, step, block, panel))
        continue;
      if (conv.transposed)
        copy_places(conv, windows, tap, in, step, block, panel);
      else
        copy_runs(conv, windows, tap, in, step, block, panel);
    }
  }
};

template <typename T> struct ConvolutionLoop {
  template <size_t bytes> ET_ALWAYS_INLINE static void run(const ConvolutionPart<T> &part) {
    ConvolutionTiles<T, bytes>::run(part);
  }
};

} // namespace et::kernels::ET_KERNEL_LIBRARY
