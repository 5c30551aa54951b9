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

struct GrowthRequest {
  const LinkedProgram &Program;
  const LinkMap &FullMap;
  /// Without those that the tool or the linker made: they are named anew in each link.
  llvm::ArrayRef<LinkedObject> Inputs;
  /// The tool's table takes the place of the program's own.
  bool IsStock;
  /// The link optimised the program anew, and may put code where there were data.
  bool IsCompiled;
};

/// Each part that has grown is a complaint.
void checkGrowth(const GrowthRequest &Request, const Complaint &Complain);

} // namespace etprune
