// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The link with a selection, done as et-prune does it: image, bundle, reports and the linker's own
// files are written together or not at all.

#pragma once

#include "common/PruneDriver.h"

namespace etprune {

/// et-ld's options as those that both tools have. Without a selection everything is selected.
PruneRequest requestOf(const WrapperOptions &Et);

/// Links with the plan and gives the linker's exit status.
llvm::Expected<int> linkSelected(const PruneRequest &Request, PruneState &State);

} // namespace etprune
