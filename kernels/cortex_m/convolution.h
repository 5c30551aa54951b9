// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of windows of an image with weights, for convolutions, and for matrix products, whose
// windows are rows; and the arguments of the three convolutions, which differ in a few places only.
//
// A block of output channels is computed for all windows before the next block is. The inputs of a
// window are gathered, so that they meet the weights of an output channel one by one: taps in the
// padding are zeros, gaps and dilation are gone. Where that is more than a portion, it goes portion
// by portion.

#pragma once

#include "dot.h"
#include "requantize.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

struct Products {
  const int8_t *weights;
  Requantization output;
  uint32_t input_offset;
  uint32_t weights_offset;
  size_t out_channels;
  size_t group_in;    ///< input channels of a group
  size_t weights_row; ///< weights of an output channel, which lie side by side
};

/// At most kBlock channels of one group.
struct Block : Products {
  /// Of `count` channels from `channel` on. The weights are those of the first one.
  Block(const Products &all, size_t channel, size_t count, const int8_t *weights);

  uint32_t rest; ///< of the input's offset, for which prepared elements have no room
  Preparation how;
#ifdef ET_CORTEX_M_VECTORS
  int32_t biases[kBlock];
#endif
};

/// Computes a block's channels of a patch's pixels; `block` is a Block.
void multiply_patch(const Patch &patch, const void *block);

/// Computes `count` rows of out_channels elements from rows of group_in elements, which have one
/// group; sets what follows from these and from the form of the weights, a matrix of rows as long.
void multiply_rows(Products &products, const int8_t *x, size_t count, int8_t *out);

struct Convolution : Products {
  enum class Kind : uint8_t { Plain, Depthwise, Transposed };

  Windows windows;
  size_t group_out; ///< output channels of a group

  /// Takes the arguments up to the activation's limits, but not an output padding. The sizes of the
  /// windows are still to be fitted, then the output is to be taken.
  void take(Call &call, Kind kind);

  void multiply(TapsFunction taps);
};

/// The number of arguments of a schema.
constexpr size_t argument_count(Convolution::Kind kind) {
  return kind == Convolution::Kind::Plain ? 14 : kind == Convolution::Kind::Depthwise ? 15 : 16;
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
