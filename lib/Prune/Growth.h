// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether anything in a pruned image is larger than it was in the full one.
//
// Where every section of the pruned image was in the full one, no output section may have grown.
// Where the link chose other definitions, which may be larger, the new sections are not growth, and
// neither is what the linker makes for them (GOT, veneers, merged strings): then the sections that
// both images have are compared one by one.
//
// The check that nothing grew leaves out padding, which grows where what it aligns has moved.
//
// What is new in a pruned image is no growth: it is a definition that the dropped kernels' objects
// stood in front of. Then the sections that both images have are compared one by one, and sums are
// not.

#pragma once

#include "Prune/LinkedProgram.h"

namespace etprune {

/// Each section that has grown is a complaint. Without a full image there are none.
void checkGrowth(const LinkedProgram &Program, const Complaint &Complain);

} // namespace etprune
