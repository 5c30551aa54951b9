// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise operators on tensors of different dtypes: the bodies of their fallback kernels. As in
// PyTorch, inputs are converted to a common dtype, the operation happens in it, and the result is
// converted to the output's dtype.

#pragma once

#include "../common/element.h"
#include "../common/elementwise.h"
#include "../common/promotion.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// Computes one element in place: `a` is an input and becomes the result; `b` is the second input.
/// For kinds up to Integer it computes `integer`, else `number`; the result is rounded to the
/// common dtype afterwards.
using ElementFunction = void (*)(NumberKind kind, Element &a, const Element &b,
                                 const Element &param);

/// The output and the inputs behind it, their dtypes, and the dtype to compute in.
struct MixedOperands {
  Tensor tensors[kMaxOperands];
  ScalarType types[kMaxOperands];
  ScalarType common;
  size_t count;
};

/// Takes the tensors args[0..inputs) and args[out]. The call fails unless an operator can compute
/// for their dtypes: inputs promote, and the result may be stored to the output. With `to_float`,
/// integer inputs are computed in Float.
MixedOperands take_mixed_operands(Call &call, size_t inputs, size_t out, bool to_float);

/// Applies `fn` to all elements. The call fails when the shapes do not broadcast to the output's.
void mixed_elementwise(Call &call, const MixedOperands &operands, ElementFunction fn,
                       const Element &param);

} // namespace et::kernels::ET_KERNEL_LIBRARY
