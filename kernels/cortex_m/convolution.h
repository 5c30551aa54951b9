// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of windows of an image with weights, for convolutions and for matrix products. In a
// matrix product, a window is a row. This file also has the code that takes the arguments of the
// three convolution operators, because their arguments are nearly the same.
//
// A block of output channels is computed for all windows, then the next block. The inputs of a
// window are gathered in the order of an output channel's weights. Gathered inputs have zeros for
// the padding, and no gaps from dilation. Inputs larger than a portion are gathered portion by
// portion.

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
  /// `count` channels from `channel` on; `weights` points to the weights of the first channel.
  Block(const Products &all, size_t channel, size_t count, const int8_t *weights);

  uint32_t rest; ///< the part of the input's offset that is not added to prepared elements
  Preparation how;
#ifdef ET_CORTEX_M_VECTORS
  int32_t biases[kBlock];
#endif
};

/// Computes a block's channels for a patch's pixels; `block` is a Block.
void multiply_patch(const Patch &patch, const void *block);

/// A matrix product: computes `count` rows of out_channels elements from rows of group_in elements.
/// The weights are a matrix with out_channels rows of group_in elements. Sets weights_row.
void multiply_rows(Products &products, const int8_t *x, size_t count, int8_t *out);

struct Convolution : Products {
  enum class Kind : uint8_t { Plain, Depthwise, Transposed };

  Windows windows;
  size_t group_out; ///< output channels of a group

  /// Takes the arguments except for the output padding and the output. Then the caller must fit the
  /// windows and take the output.
  void take(Call &call, Kind kind);

  void multiply(TapsFunction taps);
};

constexpr size_t argument_count(Convolution::Kind kind) {
  return kind == Convolution::Kind::Plain ? 14 : kind == Convolution::Kind::Depthwise ? 15 : 16;
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
