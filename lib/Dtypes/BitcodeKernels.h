// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Narrows kernels by LLVM's bitcode, which clang writes beside machine code or instead of it.
// et-lld does the work (tools/et-narrow).

#pragma once

#include "Dtypes/NewKernels.h"
#include "Link/Bundle/Bundle.h"

namespace etprune {

NewKernels makeFromBitcode(const CapturedLink &Link, const PrunePlan &Plan);

} // namespace etprune
