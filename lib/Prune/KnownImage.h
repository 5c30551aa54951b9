// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks that an image was not changed after its link. A relink would lose a change such as a
// checksum, a signature or a patched section. Therefore et-prune prunes only images that the bundle
// records or that a relink reproduces.

#pragma once

#include "Prune/PruneLink.h"
#include "Prune/Registration.h"

namespace etprune {

struct ImageBefore {
  std::optional<ImageSummary> Summary;  ///< none if the image was too large for its memories
  const std::string *MapText = nullptr; ///< the text of the image's map; null if there is none yet
};

struct KnownImage {
  size_t Index = 0; ///< into RecordedLink::Images
  /// Differences in sections that are not loaded, for example because the image was stripped.
  std::vector<std::string> HarmlessDifferences;
};

/// Finds the recorded image with the same loaded content as `Image`. If there is none, the error
/// lists the differences between `Image` and the most similar recorded image.
llvm::Expected<KnownImage> findKnownImage(const RecordedLink &Link, const ImageSummary &Image,
                                          llvm::StringRef Path);

llvm::Expected<ImageLink> readImageLink(const ElfImage &Image, const std::string &BundlePath);

/// Returns the plan from which `Image` was linked: the image's kernels, narrowed kernels and
/// backends. `Map` is the image's own map; null: all self-registering backends count as kept.
llvm::Expected<PrunePlan> planOfKnownImage(const CapturedLink &Link, const ElfImage &Image,
                                           const LinkMap *Map);

/// Relinks with `Plan`. Fails if the new image and `Image` differ in loaded content. The error
/// repeats `WithoutPlugins`, the reasons why the linker cannot load its recorded plugins.
llvm::Expected<PrunedLink> reproduceImage(const CapturedLink &Link, const PrunePlan &Plan,
                                          const ElfImage &Image, const PruneOptions &Options,
                                          llvm::StringRef WithoutPlugins);

} // namespace etprune
