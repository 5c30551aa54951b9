// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators such as softmax compute one line at a time. The elements of a line differ only in the
// index of one dimension. The operator's function gets runs (walk.h) that have only the first
// element of each line. The function finds the other elements of the line by the strides in Line.

#pragma once

#include "elementwise.h"

namespace et::kernels {

/// A line has at least one element. Strides are in bytes. The `params` of a run point to the Line.
/// An operator that needs more parameters may derive a struct from Line.
struct Line {
  size_t size;
  ptrdiff_t out_stride;
  ptrdiff_t in_stride;
};

/// Resizes `out` to the shape of `self`, fills in `line`, and calls `run` until all lines along
/// `dim` are computed. A negative `dim` counts from the end.
void for_each_line(Call &call, const Tensor &self, int32_t dim, const Tensor &out, Line &line,
                   ElementRunFunction run);

void softmax(KernelRuntimeContext &context, Args args, const ElementwiseKernel &kernel);

} // namespace et::kernels
