// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that compute a whole line of elements along one dimension, such as softmax. A run
// function (walk.h) gets the first elements of lines.

#pragma once

#include "elementwise.h"

namespace et::kernels {

/// A line of at least one element; strides in bytes. The run's params point to it; an operator may
/// derive from it to add params.
struct Line {
  size_t size;
  ptrdiff_t out_stride;
  ptrdiff_t in_stride;
};

/// Resizes `out` to the shape of `self`, fills in `line`, and calls `run` for all lines along
/// `dim`. A negative `dim` counts from the end.
void for_each_line(Call &call, const Tensor &self, int32_t dim, const Tensor &out, Line &line,
                   ElementRunFunction run);

/// The whole operator aten::_softmax.out except for the arithmetic, which `kernel` has.
void softmax(KernelRuntimeContext &context, Args args, const ElementwiseKernel &kernel);

} // namespace et::kernels
