// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::grid_sampler_2d.out: the grid gives a position in the input for each output pixel. The
// pixel is interpolated from the input pixels around this position. A position is a pair x, y. Each
// coordinate goes from -1 at one end of the axis to 1 at the other end. With align_corners, the
// ends are the centres of the outermost pixels, otherwise the outer edges of these pixels.
// interpolation_mode is 0 (linear), 1 (nearest) or 2 (cubic). padding_mode gives the values outside
// of the input: 0 (zeros), 1 (the nearest element of the border) or 2 (the reflected input). Half
// and BFloat16 are computed in Float.

#include "../common/dtypes.h"
#include "../common/grid_sampler.h"
#include "../common/spatial.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

/// The elements along one axis that are interpolated, and their weights. An element outside of the
/// input has the place -1 and counts as 0.
template <typename W> struct Taps {
  int32_t count;
  int32_t places[4];
  W weights[4];
};

/// Finds the taps for the grid value `place`. Padding modes 1 and 2 move positions into the input.
/// For cubic interpolation, these modes move each tap instead, as in PyTorch.
template <typename W>
__attribute__((noinline)) void find_taps(W place, int32_t size, const Sampling &sampling,
                                         Taps<W> &taps) {
  place = place_on_axis(place, size, sampling);
  if (sampling.interpolation != kCubic)
    place = inside(place, size, sampling);
  int32_t first = round_down(place);
  const W rest = place - static_cast<W>(first);
  if (sampling.interpolation == kNearest) {
    taps.count = 1;
    first += rest > W(0.5) || (rest == W(0.5) && first % 2 != 0); // rounds half to even
    taps.weights[0] = 1;
  } else if (sampling.interpolation == kLinear) {
    taps.count = 2;
    taps.weights[0] = static_cast<W>(first + 1) - place;
    taps.weights[1] = rest;
  } else {
    taps.count = 4;
    taps.weights[0] = cubic_far(rest + 1);
    taps.weights[1] = cubic_near(rest);
    taps.weights[2] = cubic_near(1 - rest);
    taps.weights[3] = cubic_far(2 - rest);
    --first;
  }
  for (int32_t i = 0; i < taps.count; ++i) {
    int32_t at = first + i;
    if (sampling.interpolation == kCubic)
      at = round_down(inside(static_cast<W>(at), size, sampling));
    taps.places[i] = at >= 0 && at < size ? at : -1;
  }
}

template <typename T>
void sample(const Planes &out, const Planes &in, const Planes &grid, const Sampling &sampling) {
  using W = ComputeType<T>;
  for (SizesType n = 0; n < out.sizes[0]; ++n)
    for (SizesType row = 0; row < out.sizes[2]; ++row)
      for (SizesType column = 0; column < out.sizes[3]; ++column) {
        const char *const place = grid.at(n, row, column, 0);
        Taps<W> x, y;
        find_taps(static_cast<W>(*reinterpret_cast<const T *>(place)), in.sizes[3], sampling, x);
        find_taps(static_cast<W>(*reinterpret_cast<const T *>(place + grid.strides[3])),
                  in.sizes[2], sampling, y);
        for (SizesType c = 0; c < out.sizes[1]; ++c) {
          W sum = 0;
          for (int32_t i = 0; i < y.count; ++i) {
            W line = 0;
            for (int32_t j = 0; j < x.count; ++j) {
              W value = 0;
              if (y.places[i] >= 0 && x.places[j] >= 0)
                value = static_cast<W>(
                    *reinterpret_cast<const T *>(in.at(n, c, y.places[i], x.places[j])));
              line += x.weights[j] * value;
            }
            sum += y.weights[i] * line;
          }
          *reinterpret_cast<T *>(out.at(n, c, row, column)) = static_cast<T>(sum);
        }
      }
}

struct SamplerKernel {
  ScalarType dtype;
  void (*run)(const Planes &out, const Planes &in, const Planes &grid, const Sampling &sampling);
};
template <typename T> constexpr SamplerKernel kSampler = {DtypeOf<T>::value, sample<T>};

void grid_sampler_2d(KernelRuntimeContext &context, Args args, const SamplerKernel &kernel) {
  Call call(context, args, 6);
  GridSampler sampler = {};
  if (take_grid_sampler(call, kernel.dtype, sampler))
    kernel.run(Planes(sampler.out), Planes(sampler.self), Planes(sampler.grid), sampler.sampling);
}

} // namespace

#define GRID_SAMPLER_2D(name, code, type)                                                          \
  ET_KERNEL(aten, grid_sampler_2d.out, name, "v1/" #code ";|*",                                    \
            "grid_sampler_2d.out(Tensor input, Tensor grid, int interpolation_mode, int "          \
            "padding_mode, bool align_corners, *, Tensor(a!) out) -> Tensor(a!)") {                \
    grid_sampler_2d(context, args, kSampler<type>);                                                \
  }
ET_FORALL_FLOAT_DTYPES(GRID_SAMPLER_2D)

} // namespace et::kernels::ET_KERNEL_LIBRARY
