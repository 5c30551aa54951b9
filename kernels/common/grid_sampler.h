// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared code of the grid_sampler_2d kernels: the arguments, and the conversion of grid values to
// positions on an axis. As in PyTorch, NaN and infinite positions are outside of the input if the
// padding is kZeros. Their weights may be NaN, which makes the output element NaN.

#pragma once

#include "typed_arguments.h"

namespace et::kernels {

enum Interpolation { kLinear, kNearest, kCubic };
enum Outside { kZeros, kBorder, kReflection };

struct Sampling {
  int32_t interpolation;
  int32_t outside;
  bool align_corners;
};

struct GridSampler {
  Tensor self;
  Tensor grid;
  Tensor out;
  Sampling sampling;
};
bool take_grid_sampler(Call &call, ScalarType dtype, GridSampler &sampler);

/// Converts a grid value to a position, in elements. Grid values go from -1 to 1 along the axis.
template <typename W> W place_on_axis(W place, int32_t size, const Sampling &sampling) {
  return sampling.align_corners ? (place + 1) / 2 * static_cast<W>(size - 1)
                                : ((place + 1) * static_cast<W>(size) - 1) / 2;
}

/// NaN, and values of at least 1e9 in magnitude, become -100, which is outside of the input.
template <typename W> int32_t round_down(W value) {
  if (!(value > W(-1e9) && value < W(1e9)))
    return -100;
  const int32_t result = static_cast<int32_t>(value);
  return result - (value < static_cast<W>(result));
}

/// Mirrors a position at the ends of the axis until the position is between them. Returns -100 for
/// NaN and for positions that are too far away.
template <typename W> W reflected(W place, int32_t size, bool align_corners) {
  // The mirrors are at the first and the last element, or half an element further out.
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

/// Moves a position into the input. With kZeros, the position stays. In other modes, NaN becomes 0.
template <typename W> W inside(W place, int32_t size, const Sampling &sampling) {
  if (sampling.outside == kZeros)
    return place;
  if (sampling.outside == kReflection)
    place = reflected(place, size, sampling.align_corners);
  const W last = static_cast<W>(size - 1);
  return place > 0 ? (place < last ? place : last) : W(0);
}

/// The weights of cubic interpolation (Keys' kernel with a = -0.75), for an element's distance from
/// the position: below 1 (cubic_near) or from 1 to 2 (cubic_far).
template <typename W> W cubic_near(W x) { return (W(1.25) * x - W(2.25)) * x * x + 1; }
template <typename W> W cubic_far(W x) { return ((W(-0.75) * x + W(3.75)) * x - 6) * x + 3; }

} // namespace et::kernels
