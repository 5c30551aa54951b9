// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that take the arguments of a convolution or of its gradients. A convolution with fewer
// than three spatial dimensions gets dimensions of size 1, so that one loop serves all cases.

#pragma once

#include "spatial.h"

namespace et::kernels {

constexpr size_t kSpatial = 3;

/// A tensor's data and byte strides. `first` and `second` are the strides of dimensions 0 and 1.
struct ConvolutionOperand {
  char *data;
  ptrdiff_t first;
  ptrdiff_t second;
  ptrdiff_t spatial[kSpatial];
};

struct ConvolutionShape {
  Window windows[kSpatial] = {};
  bool transposed = false;
  // The initial values only avoid a compiler warning. No kernel uses them if the call has failed.
  SizesType batch = 0;
  SizesType groups = 1;
  SizesType group_in = 0;  // input channels of a group
  SizesType group_out = 0; // output channels of a group
};

struct ConvolutionOperands {
  ConvolutionOperand input;
  ConvolutionOperand weight;
  ConvolutionOperand out;
  const char *bias; // may be null; bias_step is in bytes
  ptrdiff_t bias_step;
};

struct Convolution : ConvolutionShape, ConvolutionOperands {};

ConvolutionOperand convolution_operand(const Tensor &tensor);

/// Takes the arguments from stride to groups, where args[first] is the input. Fills in the
/// ConvolutionShape of `conv`, and writes the output's shape to `sizes`.
void take_convolution(Call &call, size_t first, const Tensor &input, const Tensor &weight,
                      Convolution &conv, SizesType *sizes);

/// Takes all arguments of aten::convolution.out, and resizes the output.
bool take_whole_convolution(Call &call, ScalarType dtype, Convolution &conv);

} // namespace et::kernels
