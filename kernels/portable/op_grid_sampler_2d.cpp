// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::grid_sampler_2d.out: each element is read from the place in the input that the grid tells,
// from -1 to 1 across it: x, then y. interpolation_mode is 0 for linear, 1 for nearest, 2 for cubic
// interpolation, padding_mode 0 for zeros outside of the input, 1 for its border, 2 for its mirror
// image. Along an axis each of them is one, two or four elements with weights. Half and BFloat16
// are computed in Float. A place that is no number, or infinite, is outside and may have weights
// that are no numbers, as in PyTorch.

#include "../common/dtypes.h"
#include "../common/spatial.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

enum Interpolation { kLinear, kNearest, kCubic };
enum Outside { kZeros, kBorder, kReflection };

struct Sampling {
  int32_t interpolation;
  int32_t outside;
  bool align_corners;
};

/// Elements along an axis, of which those that are outside count as zero and have the place -1.
template <typename W> struct Taps {
  int32_t count;
  int32_t places[4];
  W weights[4];
};

/// Rounds down; what an int32_t is too small for becomes a place far outside.
template <typename W> int32_t round_down(W value) {
  if (!(value > W(-1e9) && value < W(1e9)))
    return -100;
  const int32_t result = static_cast<int32_t>(value);
  return result - (value < static_cast<W>(result));
}

template <typename W> W reflected(W place, int32_t size, bool align_corners) {
  // The mirrors stand at the outermost elements, or half an element further out.
  const W low = align_corners ? W(0) : W(-0.5);
  const W span = static_cast<W>(align_corners ? size - 1 : size);
  if (span == 0)
    return 0;
  place = place < low ? low - place : place - low;
  const W turns = place / span;
  if (!(turns < W(1e9)))
    return W(-100);
  const int32_t whole = static_cast<int32_t>(turns);
  const W rest = place - static_cast<W>(whole) * span;
  return low + (whole % 2 == 0 ? rest : span - rest);
}

template <typename W> W inside(W place, int32_t size, const Sampling &sampling) {
  if (sampling.outside == kZeros)
    return place;
  if (sampling.outside == kReflection)
    place = reflected(place, size, sampling.align_corners);
  const W last = static_cast<W>(size - 1);
  return place > 0 ? (place < last ? place : last) : W(0);
}

/// The cubic convolution with the parameter -0.75, for distances below 1 and from 1 to 2.
template <typename W> W cubic_near(W x) { return (W(1.25) * x - W(2.25)) * x * x + 1; }
template <typename W> W cubic_far(W x) { return ((W(-0.75) * x + W(3.75)) * x - 6) * x + 3; }

template <typename W>
__attribute__((noinline)) void find_taps(W place, int32_t size, const Sampling &sampling,
                                         Taps<W> &taps) {
  place = sampling.align_corners ? (place + 1) / 2 * static_cast<W>(size - 1)
                                 : ((place + 1) * static_cast<W>(size) - 1) / 2;
  if (sampling.interpolation != kCubic)
    place = inside(place, size, sampling);
  int32_t first = round_down(place);
  const W rest = place - static_cast<W>(first);
  if (sampling.interpolation == kNearest) {
    taps.count = 1;
    first += rest > W(0.5) || (rest == W(0.5) && first % 2 != 0);
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
        // The grid is [batch, rows, columns, 2].
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

void grid_sampler_2d(KernelRuntimeContext &context, Args::Items items, size_t size,
                     const SamplerKernel &kernel) {
  Call call(context, {items, size}, 6);
  const Tensor self = call.tensor(0, kernel.dtype);
  const Tensor grid = call.tensor(1, kernel.dtype);
  const Tensor out = call.output(5, kernel.dtype);
  const Sampling sampling = {call.integer(2, kLinear, kCubic), call.integer(3, kZeros, kReflection),
                             call.boolean(4)};
  if (!call.require(call.ok() && self.dim() == 4 && grid.dim() == 4 && grid.size(3) == 2 &&
                    self.size(0) == grid.size(0) && self.size(2) != 0 && self.size(3) != 0 &&
                    !is_same(out, self) && !is_same(out, grid)))
    return;
  const SizesType sizes[] = {self.size(0), self.size(1), grid.size(1), grid.size(2)};
  if (call.resize(out, {sizes, 4}))
    kernel.run(Planes(out), Planes(self), Planes(grid), sampling);
}

} // namespace

#define GRID_SAMPLER_2D(name, code, type)                                                          \
  ET_KERNEL(aten, grid_sampler_2d.out, name, "v1/" #code ";|*",                                    \
            "grid_sampler_2d.out(Tensor input, Tensor grid, int interpolation_mode, int "          \
            "padding_mode, bool align_corners, *, Tensor(a!) out) -> Tensor(a!)") {                \
    grid_sampler_2d(context, args.items(), args.size(), kSampler<type>);                           \
  }
ET_FORALL_FLOAT_DTYPES(GRID_SAMPLER_2D)

} // namespace et::kernels::ET_KERNEL_LIBRARY
