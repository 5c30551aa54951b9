// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The user's link with the table of all kernels in front, which leaves image and bundle.

#pragma once

#include "Link/Bundle/Bundle.h"
#include "Registry/Resolver.h"

namespace etprune {

/// Links with the plan of every kernel and gives the linker's exit status. What the linker prints
/// is not passed on where its image is only a step to another.
llvm::Expected<int> linkInFull(CapturedLink &Link, const PrunePlan &Plan);

} // namespace etprune
