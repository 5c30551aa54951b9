// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Multiplies windows of an image by weights, for convolutions and for matrix products. In a
// matrix product, a window is a row. The three convolution operators have nearly the same
// parameters, so this file also reads the arguments of their calls.
//
// The code computes a block of output channels for all windows, then the next block. For each
// window, the code gathers the inputs in the order of an output channel's weights. Elements of the
// padding get a value that adds nothing to the sums (dot.h). Elements between the taps of a dilated
// window are skipped. If a window has more elements than a portion (dot.h), the code gathers
// and multiplies one portion after the other.

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
  size_t weights_row; ///< the number of weights of an output channel; they are contiguous
};

/// At most kBlock output channels of one group.
struct Block : Products {
  /// The `count` channels from `channel` on. `weights` points to the weights of `channel`.
  Block(const Products &all, size_t channel, size_t count, const int8_t *weights);

  /// multiply_patch adds `rest` times the weights to the sums. `rest` is the input's offset, or 0
  /// if `how` or `biases` includes the offset.
  uint32_t rest;
  Preparation how;
#ifdef ET_CORTEX_M_VECTORS
  int32_t biases[kBlock];
#endif
};

/// Computes the output channels of a Block for the pixels of a patch. `block` points to the Block.
void multiply_patch(const Patch &patch, const void *block);

/// A matrix product: computes `count` rows of out_channels elements from rows of group_in elements.
/// The weights are a matrix with out_channels rows of group_in elements. Sets weights_row.
void multiply_rows(Products &products, const int8_t *x, size_t count, int8_t *out);

struct Convolution : Products {
  enum class Kind : uint8_t { Plain, Depthwise, Transposed };

  Windows windows;
  size_t group_out; ///< output channels of a group

  /// Reads all arguments except the depth multiplier, the output padding and the output. The caller
  /// reads these, and must set Axis::out before it reads the output.
  void take(Call &call, Kind kind);

  void multiply(TapsFunction taps);
};

constexpr size_t argument_count(Convolution::Kind kind) {
  return kind == Convolution::Kind::Plain ? 14 : kind == Convolution::Kind::Depthwise ? 15 : 16;
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
