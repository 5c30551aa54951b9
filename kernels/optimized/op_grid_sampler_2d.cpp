// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::grid_sampler_2d.out: the grid gives a position in the input for each output pixel. The
// pixel is interpolated from the input pixels around this position (the taps). A strip is some
// neighbouring outputs of a row. For each strip, the kernel computes the taps and their weights
// once for all channels, with loops that compilers vectorise.

#include <algorithm>

#include "../common/dtypes.h"
#include "../common/grid_sampler.h"
#include "../common/machine.h"
#include "../common/spatial.h"
#include "et/parallel.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

constexpr size_t kSampleStrip = 32;

constexpr size_t taps_of(int32_t interpolation) {
  return interpolation == kNearest ? 1 : interpolation == kLinear ? 2 : 4;
}

/// The taps of a strip along one axis. A tap outside of the input has place -1, and counts as 0.
template <typename W, int32_t interpolation> struct AxisTaps {
  static constexpr size_t count = taps_of(interpolation);
  int32_t places[count][kSampleStrip];
  W weights[count][kSampleStrip];

  ET_ALWAYS_INLINE void find(const W *grid, size_t positions, int32_t size,
                             const Sampling &sampling) {
    for (size_t i = 0; i < positions; ++i) {
      W place = place_on_axis(grid[i], size, sampling);
      if constexpr (interpolation != kCubic)
        place = inside(place, size, sampling);
      int32_t first = round_down(place);
      const W rest = place - static_cast<W>(first);
      if constexpr (interpolation == kNearest) {
        first += rest > W(0.5) || (rest == W(0.5) && first % 2 != 0);
        weights[0][i] = 1;
      } else if constexpr (interpolation == kLinear) {
        weights[0][i] = static_cast<W>(first + 1) - place;
        weights[1][i] = rest;
      } else {
        weights[0][i] = cubic_far(rest + 1);
        weights[1][i] = cubic_near(rest);
        weights[2][i] = cubic_near(1 - rest);
        weights[3][i] = cubic_far(2 - rest);
        --first;
      }
      for (size_t t = 0; t < count; ++t) {
        int32_t at = first + static_cast<int32_t>(t);
        if constexpr (interpolation == kCubic)
          at = round_down(inside(static_cast<W>(at), size, sampling));
        places[t][i] = at >= 0 && at < size ? at : -1;
      }
    }
  }
};

template <typename T, int32_t interpolation> struct SampleLoop {
  using W = ComputeType<T>;
  static constexpr size_t taps = taps_of(interpolation) * taps_of(interpolation);
  struct Strip {
    ptrdiff_t offsets[taps][kSampleStrip]; ///< in bytes; 0 for a tap outside of the input
    W weights[taps][kSampleStrip];
    bool is_inside[taps][kSampleStrip];
    bool are_all_inside;
  };

  template <size_t>
  ET_ALWAYS_INLINE static void run(const Planes &out, const Planes &in, const Planes &grid,
                                   const Sampling &sampling, size_t begin, size_t end) {
    const size_t rows = static_cast<size_t>(out.sizes[2]);
    const size_t columns = static_cast<size_t>(out.sizes[3]);
    for (size_t index = begin; index < end; ++index) {
      const SizesType n = static_cast<SizesType>(index / rows);
      const int32_t row = static_cast<int32_t>(index % rows);
      for (size_t column = 0; column < columns; column += kSampleStrip) {
        const size_t count = std::min(kSampleStrip, columns - column);
        const int32_t at = static_cast<int32_t>(column);
        Strip strip;
        find_strip(grid.at(n, row, at, 0), count, in, grid, sampling, strip);
        for (SizesType c = 0; c < out.sizes[1]; ++c) {
          char *const to = out.at(n, c, row, at);
          if (strip.are_all_inside)
            sample<true>(to, out.strides[3], in.at(n, c), count, strip);
          else
            sample<false>(to, out.strides[3], in.at(n, c), count, strip);
        }
      }
    }
  }

private:
  ET_ALWAYS_INLINE static void find_strip(const char *places, size_t count, const Planes &in,
                                          const Planes &grid, const Sampling &sampling,
                                          Strip &strip) {
    W x[kSampleStrip], y[kSampleStrip];
    for (size_t i = 0; i < count; ++i, places += grid.strides[2]) {
      x[i] = static_cast<W>(*reinterpret_cast<const T *>(places));
      y[i] = static_cast<W>(*reinterpret_cast<const T *>(places + grid.strides[3]));
    }
    AxisTaps<W, interpolation> across, down;
    across.find(x, count, in.sizes[3], sampling);
    down.find(y, count, in.sizes[2], sampling);
    int32_t outside = 0;
    for (size_t t = 0; t < taps; ++t)
      for (size_t i = 0; i < count; ++i) {
        const int32_t row = down.places[t / across.count][i];
        const int32_t column = across.places[t % across.count][i];
        const bool is_inside = (row | column) >= 0;
        outside |= row | column;
        strip.is_inside[t][i] = is_inside;
        strip.offsets[t][i] = is_inside ? row * in.strides[2] + column * in.strides[3] : 0;
        strip.weights[t][i] =
            down.weights[t / across.count][i] * across.weights[t % across.count][i];
      }
    strip.are_all_inside = outside >= 0;
  }

  template <bool are_all_inside>
  ET_ALWAYS_INLINE static void sample(char *out, ptrdiff_t step, const char *in, size_t count,
                                      const Strip &strip) {
    for (size_t i = 0; i < count; ++i, out += step) {
      W sum = 0;
      for (size_t t = 0; t < taps; ++t) {
        W value = static_cast<W>(*reinterpret_cast<const T *>(in + strip.offsets[t][i]));
        if (!are_all_inside)
          value = strip.is_inside[t][i] ? value : W(0);
        sum += strip.weights[t][i] * value;
      }
      *reinterpret_cast<T *>(out) = static_cast<T>(sum);
    }
  }
};

/// To compute fewer output elements than this takes less time than to wake a thread.
constexpr size_t kSamplesOfThread = 1 << 13;

template <typename T, int32_t interpolation> void sample_all(const GridSampler &sampler) {
  const Planes out(sampler.out), in(sampler.self), grid(sampler.grid);
  const size_t size = static_cast<size_t>(out.sizes[1]) * static_cast<size_t>(out.sizes[3]);
  parallel_for(static_cast<size_t>(out.sizes[0]) * static_cast<size_t>(out.sizes[2]),
               std::max<size_t>(1, kSamplesOfThread / (size + 1)), [&](size_t begin, size_t end) {
                 run_on_machine<T, SampleLoop<T, interpolation>>(out, in, grid, sampler.sampling,
                                                                 begin, end);
               });
}

template <typename T> void grid_sampler_2d(KernelRuntimeContext &context, Args args) {
  Call call(context, args, 6);
  GridSampler sampler = {};
  if (!take_grid_sampler(call, DtypeOf<T>::value, sampler) || sampler.out.numel() == 0)
    return;
  if (sampler.sampling.interpolation == kLinear)
    sample_all<T, kLinear>(sampler);
  else if (sampler.sampling.interpolation == kNearest)
    sample_all<T, kNearest>(sampler);
  else
    sample_all<T, kCubic>(sampler);
}

} // namespace

#define GRID_SAMPLER_2D(name, code, type)                                                          \
  ET_KERNEL(aten, grid_sampler_2d.out, name, "v1/" #code ";|*",                                    \
            "grid_sampler_2d.out(Tensor input, Tensor grid, int interpolation_mode, int "          \
            "padding_mode, bool align_corners, *, Tensor(a!) out) -> Tensor(a!)") {                \
    grid_sampler_2d<type>(context, args);                                                          \
  }
ET_FORALL_FLOAT_DTYPES(GRID_SAMPLER_2D)

} // namespace et::kernels::ET_KERNEL_LIBRARY
