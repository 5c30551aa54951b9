// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What et-prune writes, and where.
//
// With --output the pruned image goes there, the side outputs of its link (map, dependency file,
// import library) go beside it, and nothing else changes. In place, the image is replaced together
// with all that describes it: the side outputs where the link had put them, and the bundle, which
// has to know the new image. Either all of these files are written or none.

#pragma once

#include "Options.h"

#include "Image/KnownImage.h"
#include "Report/Report.h"

namespace etprune {

/// The image's bundle: beside it or, for a symbolic link, beside what it leads to.
std::string bundleOf(const std::string &Image);

/// Writes the image, what goes with it, and the reports for which a file was named; of a dry run
/// only the latter. `Link` gives its recorded images to the new bundle.
llvm::Error writeFiles(const Options &Opts, CapturedLink &Link, const ImageBefore &Old,
                       const PrunedLink &Pruned, const PruneReport &Report);

/// Writes a report of another kind, where a file was asked for.
llvm::Error writeJson(const Options &Opts, llvm::StringRef Json);

} // namespace etprune
