// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels made anew by gcc, from its intermediate code in fat objects.
//
// No tool but gcc can change that code, so kernels that gcc compiles ask for their dtypes
// themselves: ExecuTorch's switches over dtypes ask, case by case, a header of the user's, and ours
// (runtime/executorch/dtypes) looks at a bit of a constant that another object defines. Here the
// objects that ask are compiled once more, with the registration that has the boxed functions and
// with the constant's value, which the compiler then folds. Kernels with the same dtypes share a
// run of the compiler and an object.
//
// A dtype that was left out ends in the runtime's abort, so nothing may be left out that a selected
// call asks for: not only the dtypes of its tensors (ComputedDtypes.h).

#pragma once

#include "Dtypes/NewKernels.h"
#include "Link/Bundle/Bundle.h"

namespace etprune {

/// Makes those of a plan that ask masks, an object for each set of dtypes.
std::vector<NewKernels> makeFromMasks(const CapturedLink &Link, const PrunePlan &Plan);

} // namespace etprune
