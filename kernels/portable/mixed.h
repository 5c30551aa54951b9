// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise operators on tensors of different dtypes: the bodies of their fallback kernels. As in
// PyTorch, inputs are converted to a common dtype, the operation happens in it, and the result is
// converted to the output's dtype.

#pragma once

#include "element.h"
#include "et/kernel.h"
#include "promotion.h"

namespace et::ET_KERNEL_LIBRARY {

/// Computes one element in place: `a` is an input and becomes the result; `b` is the second input.
/// For kinds up to Integer it computes `integer`, else `number`; what it leaves is rounded to the
/// common dtype afterwards.
using ElementFunction = void (*)(NumberKind kind, Element &a, const Element &b,
                                 const Element &param);

/// The common dtype, when the tensors at args[0..inputs) and args[out] have dtypes for which an
/// operator can compute: inputs promote, and the result may be stored to the output. Sets false to
/// `ok` otherwise. With `to_float`, integer inputs are computed in Float.
ScalarType common_dtype(Span<EValue *> args, size_t inputs, size_t out, bool to_float, bool &ok);

/// Applies `fn` to all elements of one or two inputs, computing in `common`; reports
/// InvalidArgument when the shapes do not broadcast to the output's.
void mixed_elementwise(KernelRuntimeContext &context, Span<EValue *> args, size_t inputs,
                       size_t out, ScalarType common, ElementFunction fn, const Element &param);

} // namespace et::ET_KERNEL_LIBRARY
