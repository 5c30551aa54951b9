// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The link with a selection, done as et-prune does it: image, bundle, reports and the linker's own
// files are written together or not at all.

#pragma once

#include "Report/Budget.h"

namespace etprune {

/// Links with the plan of `Wanted` and gives the linker's exit status.
llvm::Expected<int> linkSelected(CapturedLink &Link, llvm::ArrayRef<KernelRecord> Records,
                                 const Selection &Wanted, const PrunePlan &Plan,
                                 llvm::ArrayRef<Budget> Budgets);

} // namespace etprune
