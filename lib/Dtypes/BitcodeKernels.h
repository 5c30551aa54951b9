// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels made anew from LLVM's bitcode, which clang leaves beside machine code or instead of it.
// The work is the module's (tools/et-narrow).

#pragma once

#include "Dtypes/NewKernels.h"
#include "Link/Bundle/Bundle.h"

namespace etprune {

/// Makes those of a plan that have bitcode. `ModuleFolder` has et-narrow.so.
NewKernels makeFromBitcode(const CapturedLink &Link, const PrunePlan &Plan,
                           llvm::StringRef ModuleFolder);

} // namespace etprune
