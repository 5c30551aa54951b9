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

#pragma once

#include "Options.h"

#include "Prune/KnownImage.h"
#include "Report/Report.h"

namespace etprune {

/// The image's bundle: beside it or, for a symbolic link, beside what it leads to.
std::string bundleOf(const std::string &Image);

/// Writes the image, what goes with it, and the reports for which a file was named; of a dry run
/// only the latter. `Print` is called when all are prepared and none is in place. `Link` gives its
/// recorded images to the new bundle.
llvm::Error writeFiles(const Options &Opts, CapturedLink &Link, const ImageBefore &Old,
                       const PrunedLink &Pruned, const PruneReport &Report,
                       llvm::function_ref<llvm::Error()> Print);

/// Writes a report of another kind, where a file was asked for, and prints in between likewise.
llvm::Error writeJson(const Options &Opts, llvm::StringRef Json,
                      llvm::function_ref<llvm::Error()> Print);

} // namespace etprune
