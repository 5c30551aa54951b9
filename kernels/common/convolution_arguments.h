// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arguments of the convolution and of its gradients. Missing spatial dimensions count as size
// 1, so that there is one loop for all.

#pragma once

#include "spatial.h"

namespace et::kernels {

constexpr size_t kSpatial = 3;

/// An operand: its data and byte strides along its first two dimensions and the spatial ones.
struct ConvolutionOperand {
  char *data;
  ptrdiff_t first;
  ptrdiff_t second;
  ptrdiff_t spatial[kSpatial];
};

struct ConvolutionShape {
  Window windows[kSpatial] = {};
  bool transposed = false;
  // Compilers do not see that nothing is computed where the channels do not fit.
  SizesType batch = 0;
  SizesType groups = 1;
  SizesType group_in = 0;  // input channels of a group
  SizesType group_out = 0; // output channels of a group
};

/// Without values before a kernel sets them.
struct ConvolutionOperands {
  ConvolutionOperand input;
  ConvolutionOperand weight;
  ConvolutionOperand out;
  const char *bias; // may be null
  ptrdiff_t bias_step;
};

struct Convolution : ConvolutionShape, ConvolutionOperands {};

ConvolutionOperand convolution_operand(const Tensor &tensor);

/// Takes the arguments of a convolution, whose input is args[first] and weight the one behind it,
/// but for the bias and the tensors' places, and computes the shape of the output. The call fails
/// when they do not fit.
void take_convolution(Call &call, size_t first, const Tensor &input, const Tensor &weight,
                      Convolution &conv, SizesType *sizes);

/// Takes all arguments of aten::convolution.out for tensors of the dtype, and gives the output its
/// shape. Gives whether all fits; else the call has failed.
bool take_whole_convolution(Call &call, ScalarType dtype, Convolution &conv);

} // namespace et::kernels
