// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What et-prune writes, and where.
//
// With --output the pruned image goes there, the side outputs of its link (map, dependency file,
// import library) go beside it, and nothing else changes. In place, the image is replaced together
// with all that describes it: the bundle, which has to know the new image, and the side outputs
// beside the image that have its name ("app.map" or "app.elf.map" of "app.elf"). A bundle names the
// places of the link that it records, perhaps by its author's intention; these count for nothing,
// but in the command that et-prune is given in the same run.
//
// Either all of these files are written or none, and the report is printed before the first is.
//
// `-o` writes no second bundle. The input's bundle makes every image; a copy would only double the
// disk space.
//
// The report is printed before the image is replaced, when everything is ready: stdout cannot be
// taken back, but an image that was pruned although the run failed is worse than a report of what a
// failing disk then prevented. The message after it says that nothing was changed.

#pragma once

#include "PruneSteps.h"

namespace etprune {

/// Refuses to write anything else in the place of the bundle: an image without its bundle cannot be
/// pruned again.
llvm::Error checkOutputs(const Options &Opts);

/// Adds the image, its bundle and its side outputs. The link gives its recorded images to the new
/// bundle.
llvm::Error addOutputs(AtomicFiles &Files, const Options &Opts, Pruning &State);

} // namespace etprune
