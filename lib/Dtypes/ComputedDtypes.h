// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the dtypes that a kernel may ask for in a call. These are the dtypes of the tensors and
// more: the dtype to which the kernel promotes two tensors, or a tensor and a Scalar; the default
// dtype, if integers give a fraction; Float, in which the kernel computes with half-precision
// numbers; the parts of complex numbers. The rules are c10's promoteTypes and those of ExecuTorch's
// compute types.

#pragma once

#include "Selection/CallDtypes.h"

namespace etprune {

/// `OfTensors`, and all other dtypes that a kernel may ask for in calls with tensors of these
/// dtypes.
DtypeSet computedDtypes(DtypeSet OfTensors);

} // namespace etprune
