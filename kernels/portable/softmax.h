// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the kernels of aten::_softmax.out share: the checks, and the walk over the lines that the
// softmax runs along. A dtype brings a run function (walk.h), whose elements are the lines' first.

#pragma once

#include "et/kernel.h"
#include "walk.h"

namespace et::ET_KERNEL_LIBRARY {

/// A line of at least one element; strides in bytes. The run's params point to it.
struct SoftmaxLine {
  size_t size;
  ptrdiff_t out_stride;
  ptrdiff_t in_stride;
};

/// Calls `run` for all lines, or reports InvalidArgument when an argument is missing, of another
/// kind or dtype, or when the shapes differ.
void softmax(KernelRuntimeContext &context, Span<EValue *> args, ScalarType dtype,
             ElementRunFunction run);

} // namespace et::ET_KERNEL_LIBRARY
