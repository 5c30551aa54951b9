// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a pruning would leave, told without a link: from the map of the full image, the sections
// that only dropped kernels reach in it, and the size of the new table.
//
// Sections are what linkers keep or drop, so their sizes are the link's; what lies between them is
// laid out by their alignment. What a linker makes of many sections at once (merged strings, unwind
// tables, dynamic symbols and relocations) is estimated, or left at its size. A pruning that
// follows says how far off the estimate was.

#pragma once

#include "Prune/PruneLink.h"

namespace etprune {

/// Why no estimate can be made of a link; empty where it can.
std::string whyNoEstimate(const CapturedLink &Link);

/// Map, summary and leftovers of an image that was never linked, whose addresses and file size mean
/// nothing. They point into the link.
llvm::Expected<PrunedLink> estimatePrune(const CapturedLink &Link, const PrunePlan &Plan,
                                         const PreparedLink &Prepared);

} // namespace etprune
