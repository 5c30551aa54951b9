// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Outputs get the shape that the operator computes from its inputs, before anything is written.
// Everything else about an output counts afterwards only: its sizes, its strides, and where its
// memory is. Since a program may pass one tensor as input and output, that goes for inputs too.
//
// A kernel computes its output's shape, resizes, and only then looks at the output. A tensor of
// static shape merely agrees or not, so both kinds share one path. An output may be one of the
// inputs: what was read of those before counts no more.
//
// An output that cannot have the shape is `InvalidArgument`, one too small for it
// `MemoryAllocationFailed`, a constant `InvalidProgram`.

#pragma once

#include "et/kernel.h"

namespace et::ET_KERNEL_LIBRARY {

/// Gives `out` the shape of `dim` sizes. False, and a report, where it cannot have it or has no
/// memory then.
bool resize_output(KernelRuntimeContext &context, const Tensor &out, const SizesType *sizes,
                   size_t dim);

/// Whether two arguments are one tensor of the program.
inline bool is_same(const Tensor &a, const Tensor &b) {
  return a.unsafeGetTensorImpl() == b.unsafeGetTensorImpl();
}

} // namespace et::ET_KERNEL_LIBRARY
