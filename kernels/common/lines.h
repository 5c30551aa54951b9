// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators such as softmax, which compute a line at a time: all elements along one dimension. The
// operator's function gets runs (walk.h) of first elements, one for each line. The other elements
// of a line are at the strides in Line.

#pragma once

#include "elementwise.h"

namespace et::kernels {

/// A line of at least one element. Strides are in bytes. The run's params point to the Line; an
/// operator may derive from the struct to add params.
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
