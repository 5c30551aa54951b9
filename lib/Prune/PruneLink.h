// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes a verified image from a plan: edits the objects, links them, and reads the image back.

#pragma once

#include "Link/Inputs/ArchiveOrder.h"
#include "Prune/PlanLink.h"
#include "Prune/Verify.h"

namespace etprune {

struct PrunedLink {
  RelinkResult Link; ///< if the linker failed, Link.Image and Program are null
  std::unique_ptr<LinkedProgram> Program;
  ImageSummary Summary;
  std::vector<LeftoverCode> Leftovers;
  std::vector<std::string> Warnings;
};

llvm::Expected<PreparedLink> prepareLink(const CapturedLink &Link, const PrunePlan &Plan,
                                         const PruneOptions &Options,
                                         const LinkRepair &Repair = {});

/// Reads an image of the link together with the inputs of the link. The bundle must hold all
/// inputs. Objects that a link compiles from intermediate code, and objects with narrowed kernels,
/// are not in the bundle, so this function cannot be used for such links. `Map` is the image's own
/// map.
llvm::Expected<std::unique_ptr<LinkedProgram>>
programOf(const CapturedLink &Link, const PrunePlan &Plan, const ElfImage &Image, LinkMap Map);

/// Relinks with the planned kernels and checks the image. Refuses to drop kernels from a link
/// without --gc-sections, which would keep their code, unless PruneOptions::AddGcSections is set.
llvm::Expected<PrunedLink> pruneLink(const CapturedLink &Link, const PrunePlan &Plan,
                                     const PruneOptions &Options, LinkRepair Repair = {});

/// Reads a map of the link. If the map has no memory regions, takes the regions from the link's
/// scripts. `Name` is the map's name in messages.
llvm::Expected<LinkMap> readMap(const CapturedLink &Link, llvm::StringRef Text,
                                llvm::StringRef Name);

RecordedImage recordImage(const ImageSummary &Summary, std::string Map);

llvm::Expected<ImageSummary> recordedSummary(const RecordedImage &Image);

} // namespace etprune
