// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that take the arguments of a convolution or of its gradients. A missing spatial
// dimension counts as a dimension of size 1, so that one loop serves one, two and three dimensions.

#pragma once

#include "spatial.h"

namespace et::kernels {

constexpr size_t kSpatial = 3;

/// A tensor's data and byte strides: of dimension 0, of dimension 1, and of the spatial dimensions.
struct ConvolutionOperand {
  char *data;
  ptrdiff_t first;
  ptrdiff_t second;
  ptrdiff_t spatial[kSpatial];
};

struct ConvolutionShape {
  Window windows[kSpatial] = {};
  bool transposed = false;
  // An initial value avoids a warning; a kernel leaves the numbers unused after a failure.
  SizesType batch = 0;
  SizesType groups = 1;
  SizesType group_in = 0;  // input channels of a group
  SizesType group_out = 0; // output channels of a group
};

struct ConvolutionOperands {
  ConvolutionOperand input;
  ConvolutionOperand weight;
  ConvolutionOperand out;
  const char *bias; // may be null
  ptrdiff_t bias_step;
};

struct Convolution : ConvolutionShape, ConvolutionOperands {};

ConvolutionOperand convolution_operand(const Tensor &tensor);

/// Takes all arguments but bias and data pointers; args[first] is the input. Writes `sizes`.
void take_convolution(Call &call, size_t first, const Tensor &input, const Tensor &weight,
                      Convolution &conv, SizesType *sizes);

/// Takes all arguments of aten::convolution.out, and resizes the output.
bool take_whole_convolution(Call &call, ScalarType dtype, Convolution &conv);

} // namespace et::kernels
