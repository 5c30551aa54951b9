// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Is an image still what its link made? Something that was edited after the link (a checksum, a
// signature, a patched section) would lose the edit when the link is done again, so only an image
// that the bundle knows, or that relinking reproduces, is pruned.

#pragma once

#include "Prune/PruneLink.h"

namespace etprune {

/// What was linked before the image is pruned.
struct ImageBefore {
  std::optional<ImageSummary> Summary;  ///< none where there is no image yet: it did not fit
  const std::string *MapText = nullptr; ///< in CapturedLink::Images; null where no map is known
};

struct KnownImage {
  size_t Index = 0; ///< into CapturedLink::Images
  /// Differences in what is not loaded: the image was stripped, or had a note added.
  std::vector<std::string> HarmlessDifferences;
};

/// Finds the recorded image that `Image` is. An error names the sections where it differs from the
/// one it is most like.
llvm::Expected<KnownImage> findKnownImage(const CapturedLink &Link, const ImageSummary &Image,
                                          llvm::StringRef Path);

/// "\n>>> first\n>>> second": the lines that follow an error's first one.
std::string continuationLines(llvm::ArrayRef<std::string> Lines);

} // namespace etprune
