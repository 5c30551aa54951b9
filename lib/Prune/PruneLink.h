// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes a verified image from a plan: edits the objects, links them, and reads the image back.

#pragma once

#include "Link/Inputs/ArchiveOrder.h"
#include "Prune/PlanLink.h"
#include "Prune/Verify.h"

namespace etprune {

struct PrunedLink {
  RelinkResult Link; ///< Link.Image is null if the linker failed; then the rest is empty
  std::unique_ptr<LinkedProgram> Program;
  ImageSummary Summary;
  std::vector<LeftoverCode> Leftovers;
  std::vector<std::string> Warnings;
};

/// Plans the edits of the objects and writes the table object.
llvm::Expected<PreparedLink> prepareLink(const CapturedLink &Link, const PrunePlan &Plan,
                                         const PruneOptions &Options,
                                         const LinkRepair &Repair = {});

/// An image of the link with its inputs. The bundle must hold all inputs: the link compiles no
/// intermediate code, and no kernel is narrowed. `Map` is the image's own map.
llvm::Expected<std::unique_ptr<LinkedProgram>>
programOf(const CapturedLink &Link, const PrunePlan &Plan, const ElfImage &Image, LinkMap Map);

/// Does the link with the planned kernels and checks the image. A link without --gc-sections is
/// refused unless the options allow it.
llvm::Expected<PrunedLink> pruneLink(const CapturedLink &Link, const PrunePlan &Plan,
                                     const PruneOptions &Options, LinkRepair Repair = {});

/// Reads a map of the link. If the linker's maps have no memory regions, the link's scripts give
/// them. Name is for messages.
llvm::Expected<LinkMap> readMap(const CapturedLink &Link, llvm::StringRef Text,
                                llvm::StringRef Name);

RecordedImage recordImage(const ImageSummary &Summary, std::string Map);

llvm::Expected<ImageSummary> recordedSummary(const RecordedImage &Image);

} // namespace etprune
