// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels made anew from LLVM's bitcode, which clang leaves beside machine code or instead of it.
// The work is et-lld's (tools/et-narrow).

#pragma once

#include "Dtypes/NewKernels.h"
#include "Link/Bundle/Bundle.h"

namespace etprune {

/// Makes the kernels of a plan that have bitcode.
NewKernels makeFromBitcode(const CapturedLink &Link, const PrunePlan &Plan);

} // namespace etprune
