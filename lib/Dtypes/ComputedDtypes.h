// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which dtypes a kernel may ask for that is called with some. Besides those of the tensors it asks
// for the one to which it promotes two of them, or one and a Scalar; integers become the default
// dtype where a result is fractional; half-precision numbers are computed with as Float, complex
// ones in parts. The rules are c10's promoteTypes and those of ExecuTorch's compute types.

#pragma once

#include "Selection/CallDtypes.h"

namespace etprune {

/// All dtypes that code may ask for in calls with these; at least these.
DtypeSet computedDtypes(DtypeSet OfTensors);

} // namespace etprune
