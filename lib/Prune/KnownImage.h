// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Is an image still what its link made? Something that was edited after the link (a checksum, a
// signature, a patched section) would lose the edit when the link is done again, so only an image
// that the bundle knows, or that relinking reproduces, is pruned.
//
// Where another linker is used than the recorded one, or the user asks for it, the link is done
// with the kernels that the image has before any is dropped: what differs then would differ in the
// pruned image, too.

#pragma once

#include "Prune/PruneLink.h"
#include "Prune/Registration.h"

namespace etprune {

/// The image as it was before the pruning.
struct ImageBefore {
  std::optional<ImageSummary> Summary;  ///< none where there is no image yet: it did not fit
  const std::string *MapText = nullptr; ///< in RecordedLink::Images; null where no map is known
};

struct KnownImage {
  size_t Index = 0; ///< into RecordedLink::Images
  /// Differences in what is not loaded: the image was stripped, or had a note added.
  std::vector<std::string> HarmlessDifferences;
};

/// Finds the recorded image that `Image` is. An error names the sections where it differs from the
/// one it is most like.
llvm::Expected<KnownImage> findKnownImage(const RecordedLink &Link, const ImageSummary &Image,
                                          llvm::StringRef Path);

/// Reads a bundle; an error, too, where the image is none that came out of its link.
llvm::Expected<ImageLink> readImageLink(const ElfImage &Image, const std::string &BundlePath);

/// The plan that gave an image of this link: kernels, backends, and those that were made for some
/// dtypes. `Map` is the image's own, where there is one.
llvm::Expected<PrunePlan> planOfKnownImage(const CapturedLink &Link, const ElfImage &Image,
                                           const LinkMap *Map);

/// Does the link again with the plan that gave `Image` and fails unless that gives the same loaded
/// content. `WithoutPlugins` says why the linker does not load the plugins that it had, where that
/// is so.
llvm::Expected<PrunedLink> reproduceImage(const CapturedLink &Link, const PrunePlan &Plan,
                                          const ElfImage &Image, const PruneOptions &Options,
                                          llvm::StringRef WithoutPlugins);

} // namespace etprune
