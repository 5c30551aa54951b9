// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks that an image is still the one that its link made. A change after the link (a checksum, a
// signature, a patched section) would be lost when the link is done again. So et-prune prunes only
// images that the bundle knows or that a relink reproduces.

#pragma once

#include "Prune/PruneLink.h"
#include "Prune/Registration.h"

namespace etprune {

struct ImageBefore {
  std::optional<ImageSummary> Summary;  ///< none if the program did not fit its memories
  const std::string *MapText = nullptr; ///< in RecordedLink::Images; null without a map
};

struct KnownImage {
  size_t Index = 0; ///< into RecordedLink::Images
  /// Differences in sections that are not loaded: the image was stripped, or had a note added.
  std::vector<std::string> HarmlessDifferences;
};

/// Finds the recorded image that equals `Image`. An error names the differences from the nearest
/// one.
llvm::Expected<KnownImage> findKnownImage(const RecordedLink &Link, const ImageSummary &Image,
                                          llvm::StringRef Path);

llvm::Expected<ImageLink> readImageLink(const ElfImage &Image, const std::string &BundlePath);

/// The plan of an image of this link: its kernels, narrowed ones included, and its backends. `Map`
/// is the image's own map, if there is one.
llvm::Expected<PrunePlan> planOfKnownImage(const CapturedLink &Link, const ElfImage &Image,
                                           const LinkMap *Map);

/// Links again with `Plan`, the plan of `Image`. Fails if the loaded content differs.
/// `WithoutPlugins` says why the linker cannot load its recorded plugins; empty if it can.
llvm::Expected<PrunedLink> reproduceImage(const CapturedLink &Link, const PrunePlan &Plan,
                                          const ElfImage &Image, const PruneOptions &Options,
                                          llvm::StringRef WithoutPlugins);

} // namespace etprune
