// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators such as softmax compute a line at a time: all elements along one dimension. The
// operator's function gets runs (walk.h). Each element of a run is the first element of a line. The
// function reaches the line's other elements with the strides of Line.

#pragma once

#include "elementwise.h"

namespace et::kernels {

/// A line of at least one element; strides in bytes. The run's params point to the Line; an
/// operator may derive from it to add params.
struct Line {
  size_t size;
  ptrdiff_t out_stride;
  ptrdiff_t in_stride;
};

/// Resizes `out` to the shape of `self`, fills in `line`, and calls `run` for all lines along
/// `dim`. A negative `dim` counts from the end.
void for_each_line(Call &call, const Tensor &self, int32_t dim, const Tensor &out, Line &line,
                   ElementRunFunction run);

void softmax(KernelRuntimeContext &context, Args args, const ElementwiseKernel &kernel);

} // namespace et::kernels
