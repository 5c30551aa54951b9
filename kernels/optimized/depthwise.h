// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Convolutions over one or two dimensions whose groups have one input channel: there is nothing to
// sum over but the kernel's taps. Where rows lie side by side vectors are neighbours of a row, in
// channels-last layouts they are channels. A row's ends, where a tap can be outside, are computed
// one by one.

#pragma once

#include <algorithm>

#include "../common/convolution_arguments.h"
#include "../common/machine.h"
#include "convolution_tiles.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// A row of an output: of one channel, or, in channels-last layouts, of all.
template <typename T> struct DepthwiseRow {
  const Convolution *conv;
  const T *input;   ///< its plane, or all planes
  const T *weights; ///< its kernel, or the first one
  const T *bias;    ///< its element, or the first one; may be null
  T *out;
  int32_t row;
  size_t channels;
};

/// The taps [first, last) of output position `o` that meet the input.
ET_ALWAYS_INLINE void find_taps(const Window &window, int32_t o, int32_t &start, int32_t &first,
                                int32_t &last) {
  start = o * window.stride - window.padding;
  first = std::max<int32_t>(-start, 0);
  last = std::max<int32_t>(window.in - start, 0);
  if (window.dilation != 1) { // divisions take longer than all else
    first = first == 0 ? 0 : (first - 1) / window.dilation + 1;
    last = last == 0 ? 0 : (last - 1) / window.dilation + 1;
  }
  last = std::min(last, window.kernel);
}

template <typename T, size_t bytes> class Depthwise {
  static constexpr int32_t lanes = kLanes<T, bytes>;
  using V = Vector<T, bytes>;

  ET_ALWAYS_INLINE static V vector_at(const T *data) {
    return load<T, bytes>(reinterpret_cast<const char *>(data));
  }
  /// Each second element.
  template <size_t... i>
  ET_ALWAYS_INLINE static V even_at(const T *data, std::index_sequence<i...>) {
    return __builtin_shufflevector(vector_at(data), vector_at(data + lanes), (2 * i)...);
  }
  template <int32_t stride> ET_ALWAYS_INLINE static V inputs_at(const T *data) {
    if constexpr (stride == 1)
      return vector_at(data);
    else
      return even_at(data, std::make_index_sequence<lanes>());
  }

  struct Taps {
    const T *input; ///< the row of the first tap
    const T *weights;
    ptrdiff_t input_row;
    ptrdiff_t weights_row;
    ptrdiff_t weight;
    int32_t rows;
    int32_t columns;
    int32_t dilation;
  };

  /// `count` vectors of the output from `out` on, whose windows begin at `start`.
  template <int32_t stride, int32_t count>
  ET_ALWAYS_INLINE static void compute_vectors(const Taps &taps, ptrdiff_t start, T bias, T *out) {
    V sums[count];
    for (int32_t i = 0; i < count; ++i)
      sums[i] = splat<T, bytes>(bias);
    for (int32_t y = 0; y < taps.rows; ++y) {
      const T *in = taps.input + y * taps.input_row + start;
      const T *weights = taps.weights + y * taps.weights_row;
      for (int32_t x = 0; x < taps.columns; ++x, in += taps.dilation, weights += taps.weight) {
        const V weight = splat<T, bytes>(*weights);
        for (int32_t i = 0; i < count; ++i)
          sums[i] = multiply_add(inputs_at<stride>(in + i * lanes * stride), weight, sums[i]);
      }
    }
    for (int32_t i = 0; i < count; ++i)
      store<T>(reinterpret_cast<char *>(out + i * lanes), sums[i]);
  }

  ET_ALWAYS_INLINE static T compute_one(const Taps &taps, const Window &window, int32_t o, T sum) {
    int32_t start, first, last;
    find_taps(window, o, start, first, last);
    for (int32_t y = 0; y < taps.rows; ++y)
      for (int32_t x = first; x < last; ++x)
        sum += taps.input[y * taps.input_row + start + x * taps.dilation] *
               taps.weights[y * taps.weights_row + x * taps.weight];
    return sum;
  }

  /// The outputs [first, last) whose windows are inside, also beyond what they use of a vector.
  ET_ALWAYS_INLINE static void find_inside(const Window &window, int32_t &first, int32_t &last) {
    const int32_t reach = window.dilation * (window.kernel - 1) + (window.stride - 1);
    first = std::min((window.padding + window.stride - 1) / window.stride, window.out);
    const int32_t room = window.in - 1 - reach + window.padding;
    last = room < 0 ? first : std::clamp(room / window.stride + 1, first, window.out);
  }

  template <int32_t stride>
  ET_ALWAYS_INLINE static void compute_row(const Taps &taps, const Window &window, T bias, T *out) {
    int32_t o = 0, first, last;
    find_inside(window, first, last);
    for (; o < first; ++o)
      out[o] = compute_one(taps, window, o, bias);
    const auto start = [&] { return ptrdiff_t(o) * stride - window.padding; };
    for (; last - o >= 4 * lanes; o += 4 * lanes)
      compute_vectors<stride, 4>(taps, start(), bias, out + o);
    // The last vectors may compute some once more.
    while (o < last && last - first >= 2 * lanes) {
      o = std::min(o, last - 2 * lanes);
      compute_vectors<stride, 2>(taps, start(), bias, out + o);
      o += 2 * lanes;
    }
    while (o < last && last - first >= lanes) {
      o = std::min(o, last - lanes);
      compute_vectors<stride, 1>(taps, start(), bias, out + o);
      o += lanes;
    }
    for (; o < window.out; ++o)
      out[o] = compute_one(taps, window, o, bias);
  }

public:
  static constexpr int32_t kMostTaps = 64;

  ET_ALWAYS_INLINE static void along_row(const DepthwiseRow<T> &row) {
    const Convolution &conv = *row.conv;
    const Window &window = conv.windows[2];
    int32_t start, first, last;
    find_taps(conv.windows[1], row.row, start, first, last);
    Taps taps = {row.input,
                 row.weights,
                 in_elements<T>(conv.input.spatial[1]),
                 in_elements<T>(conv.weight.spatial[1]),
                 in_elements<T>(conv.weight.spatial[2]),
                 last > first ? last - first : 0,
                 window.kernel,
                 window.dilation};
    if (taps.rows != 0) {
      taps.input += (start + first * conv.windows[1].dilation) * taps.input_row;
      taps.weights += first * taps.weights_row;
      taps.input_row *= conv.windows[1].dilation;
    }
    const T bias = row.bias ? *row.bias : T(0);
    if (window.stride == 1)
      compute_row<1>(taps, window, bias, row.out);
    else
      compute_row<2>(taps, window, bias, row.out);
  }

private:
  /// Some channels of one element: a vector of them, or one.
  struct Element {
    const T *input;
    ptrdiff_t row;
    ptrdiff_t column;
    int32_t rows[3]; // start, first tap, last tap
    int32_t columns[3];
  };
  template <typename Function>
  ET_ALWAYS_INLINE static void for_taps(const Convolution &conv, const Element &at,
                                        Function function) {
    for (int32_t y = at.rows[1]; y < at.rows[2]; ++y)
      for (int32_t x = at.columns[1]; x < at.columns[2]; ++x)
        function(at.input + (at.rows[0] + y * conv.windows[1].dilation) * at.row +
                     (at.columns[0] + x * conv.windows[2].dilation) * at.column,
                 y * conv.windows[2].kernel + x);
  }

public:
  ET_ALWAYS_INLINE static void along_channels(const DepthwiseRow<T> &row) {
    const Convolution &conv = *row.conv;
    const Window *windows = conv.windows;
    T weights[kMostTaps * lanes];
    Element at = {row.input,
                  in_elements<T>(conv.input.spatial[1]),
                  in_elements<T>(conv.input.spatial[2]),
                  {},
                  {}};
    find_taps(windows[1], row.row, at.rows[0], at.rows[1], at.rows[2]);
    const ptrdiff_t bias_step = in_elements<T>(conv.bias_step);
    for (size_t channel = 0; channel < row.channels;) {
      const size_t count = row.channels - channel < size_t(lanes) ? 1 : lanes;
      T biases[lanes] = {};
      for (size_t c = 0; c < count; ++c) {
        const ptrdiff_t index = static_cast<ptrdiff_t>(channel + c);
        const T *kernel = row.weights + index * in_elements<T>(conv.weight.first);
        biases[c] = row.bias ? row.bias[index * bias_step] : T(0);
        for (int32_t tap = 0; tap < windows[1].kernel * windows[2].kernel; ++tap)
          weights[tap * lanes + static_cast<int32_t>(c)] =
              kernel[tap / windows[2].kernel * in_elements<T>(conv.weight.spatial[1]) +
                     tap % windows[2].kernel * in_elements<T>(conv.weight.spatial[2])];
      }
      at.input = row.input + channel;
      T *out = row.out + channel;
      for (int32_t o = 0; o < windows[2].out; ++o, out += in_elements<T>(conv.out.spatial[2])) {
        find_taps(windows[2], o, at.columns[0], at.columns[1], at.columns[2]);
        if (count == 1) {
          T sum = biases[0];
          for_taps(conv, at,
                   [&](const T *in, int32_t tap) ET_INLINED { sum += *in * weights[tap * lanes]; });
          *out = sum;
          continue;
        }
        V sum = vector_at(biases);
        for_taps(conv, at, [&](const T *in, int32_t tap) ET_INLINED {
          sum = multiply_add(vector_at(in), vector_at(weights + tap * lanes), sum);
        });
        store<T>(reinterpret_cast<char *>(out), sum);
      }
      channel += count;
    }
  }
};

template <typename T> struct DepthwiseLoop {
  template <size_t bytes> ET_ALWAYS_INLINE static void run(const DepthwiseRow<T> &row) {
    if (row.channels == 1)
      Depthwise<T, bytes>::along_row(row);
    else
      Depthwise<T, bytes>::along_channels(row);
  }
};

} // namespace et::kernels::ET_KERNEL_LIBRARY
