// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether anything in a pruned image is larger than it was in the full one.
//
// Where every section of the pruned image was in the full one, no output section may have grown.
// Where the link chose other definitions, which may be larger, the new sections are not growth, and
// neither is what the linker makes for them (GOT, veneers, merged strings): then the sections that
// both images have are compared one by one.

#pragma once

#include "Prune/LinkedProgram.h"

namespace etprune {

/// Each section that has grown is a complaint. Without a full image there are none.
void checkGrowth(const LinkedProgram &Program, const Complaint &Complain);

} // namespace etprune
