// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of windows of an image with weights: for convolutions, and for matrix products, whose
// windows are rows. Also the arguments of the three convolutions, which differ only in a few
// places.
//
// A block of output channels is computed for all windows, then the next block. The inputs of a
// window are gathered in the order of an output channel's weights. Taps in the padding become
// zeros; gaps and dilation disappear. Inputs larger than a portion are gathered portion by portion.

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
  size_t weights_row; ///< weights of an output channel; contiguous
};

/// At most kBlock output channels of one group.
struct Block : Products {
  /// `count` channels from `channel` on; `weights` points to the first one's weights.
  Block(const Products &all, size_t channel, size_t count, const int8_t *weights);

  uint32_t rest; ///< part of the input's offset that prepared elements cannot include
  Preparation how;
#ifdef ET_CORTEX_M_VECTORS
  int32_t biases[kBlock];
#endif
};

/// Computes a block's channels for a patch's pixels; `block` is a Block.
void multiply_patch(const Patch &patch, const void *block);

/// Computes `count` rows of out_channels elements from rows of group_in elements, as one group.
/// Sets the members that follow; the weights are a matrix with rows of the same length.
void multiply_rows(Products &products, const int8_t *x, size_t count, int8_t *out);

struct Convolution : Products {
  enum class Kind : uint8_t { Plain, Depthwise, Transposed };

  Windows windows;
  size_t group_out; ///< output channels of a group

  /// Takes the arguments up to the activation's limits, except for an output padding. Then the
  /// caller must fit the windows and take the output.
  void take(Call &call, Kind kind);

  void multiply(TapsFunction taps);
};

/// The number of arguments in the schema.
constexpr size_t argument_count(Convolution::Kind kind) {
  return kind == Convolution::Kind::Plain ? 14 : kind == Convolution::Kind::Depthwise ? 15 : 16;
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
