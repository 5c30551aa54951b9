// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes a verified image from a plan: edits the objects, links them, and reads the image back.
// et-prune and the wrapper both use these functions, so both give the same bytes.

#pragma once

#include "Link/Inputs/ArchiveOrder.h"
#include "Link/Relink/Relink.h"
#include "Prune/PlanLink.h"
#include "Prune/Verify.h"

namespace etprune {

/// The linker's inputs that replace the captured ones.
struct PreparedLink {
  EditMap Edits;
  llvm::SmallVector<char, 0> Table; ///< the table object; empty if there is none
  /// The objects that the link can load; none if they are not known.
  std::optional<llvm::DenseSet<const InputObject *>> Loadable;
  /// Symbols that archive members define and that GNU ld may not find (ArchiveOrder.h).
  std::vector<std::string> Unfound;
  std::vector<std::string> Warnings;
};

/// An image and its inputs, for the verification and for the report of its sizes. It refers to the
/// link, the plan, and the texts of image and map.
struct ImageOrigin {
  std::string Name; ///< the image's name, for messages
  LinkMap Map;
  std::optional<ElfImage> Image;
  PreparedLink Prepared;
  std::vector<std::unique_ptr<InputObject>> LtoObjects;
  std::optional<LinkMap> FullMap;
  std::unique_ptr<LinkedProgram> Program;
};

struct PrunedLink {
  RelinkResult Link; ///< Link.Image is null if the linker failed; then the rest is empty
  std::unique_ptr<ImageOrigin> Origin;
  ImageSummary Summary;
  std::vector<LeftoverCode> Leftovers;
  std::vector<std::string> Warnings;
};

/// Plans the edits of the objects and writes the table object. A link without --gc-sections is
/// refused unless the options allow it.
llvm::Expected<PreparedLink> prepareLink(const CapturedLink &Link, const PrunePlan &Plan,
                                         const PruneOptions &Options,
                                         const LinkRepair &Repair = {});

/// The error for a link without --gc-sections. With Verbose, it names all sections that the option
/// would remove.
llvm::Error refuseToCollect(const CapturedLink &Link, bool Verbose);

/// The origin of an image of the link. Null if the bundle does not hold all inputs: if the link
/// compiles intermediate code, or kernels are narrowed. `Map` is the image's own map.
llvm::Expected<std::unique_ptr<ImageOrigin>>
originOf(const CapturedLink &Link, const PrunePlan &Plan, const ElfImage &Image, LinkMap Map);

/// Does the link with the planned kernels and checks the image. A link without --gc-sections is
/// refused unless the options allow it.
llvm::Expected<PrunedLink> pruneLink(const CapturedLink &Link, const PrunePlan &Plan,
                                     const PruneOptions &Options);

/// Reads a map of the link. If the linker's maps have no memory regions, the link's scripts give
/// them. Name is for messages.
llvm::Expected<LinkMap> readMap(const CapturedLink &Link, llvm::StringRef Text,
                                llvm::StringRef Name);

/// The record of an image that goes into the bundle.
RecordedImage recordImage(const ImageSummary &Summary, std::string Map);

/// The summary in a recorded image; an error if the bundle does not hold a valid one.
llvm::Expected<ImageSummary> recordedSummary(const RecordedImage &Image);

} // namespace etprune
