// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Narrows kernels with gcc, which compiles the intermediate code of fat objects again.
//
// Only gcc can change this code, so kernels that gcc compiles must check for selected dtypes in
// their own source. ExecuTorch's switches over dtypes call a user's header for each case. Our
// header (runtime/executorch/dtypes) tests a bit of a constant, the mask, which another object
// defines. gcc compiles the objects that read masks again, together with the registration, the
// boxed functions and the mask's value. So it can remove the cases that the mask excludes. Kernels
// with the same dtypes share a run of the compiler and an object.
//
// A call with a dropped dtype ends in the runtime's abort. So every dtype that a selected call may
// ask for must stay, not only the dtypes of its tensors (ComputedDtypes.h).

#pragma once

#include "Dtypes/NewKernels.h"
#include "Link/Bundle/Bundle.h"

namespace etprune {

/// Narrows the kernels of a plan that read masks. Makes an object for each set of dtypes.
std::vector<NewKernels> makeFromMasks(const CapturedLink &Link, const PrunePlan &Plan);

} // namespace etprune
