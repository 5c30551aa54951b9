// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arguments of the three convolutions, which differ in a few places only, and the computation
// that a convolution and a transposed one share.

#pragma once

#include "requantize.h"
#include "windows.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

struct Convolution {
  enum class Kind : uint8_t { Plain, Depthwise, Transposed };

  Windows windows;
  const int8_t *weights;
  const int32_t *bias; ///< may be null
  Requantization output;
  uint32_t input_offset;
  size_t out_channels;
  size_t group_in;    ///< input channels of a group
  size_t group_out;   ///< output channels of a group
  size_t weights_row; ///< weights of an output channel

  /// Takes the arguments up to the activation's limits, but not an output padding. The sizes of the
  /// windows are still to be fitted, then the output is to be taken.
  void take(Call &call, Kind kind);

  /// The sums of `count` output channels from `channel` on, with nothing but the bias in them.
  void start(uint32_t *sums, size_t channel, size_t count) const {
    for (size_t i = 0; i < count; ++i)
      sums[i] = bias ? static_cast<uint32_t>(bias[channel + i]) : 0;
  }
};

/// The number of arguments of a schema.
constexpr size_t argument_count(Convolution::Kind kind) {
  return kind == Convolution::Kind::Plain ? 14 : kind == Convolution::Kind::Depthwise ? 15 : 16;
}

/// Computes all channels of one output pixel; `params` is a Convolution.
void convolve_patch(const Patch &patch, const void *params);

} // namespace et::kernels::ET_KERNEL_LIBRARY
