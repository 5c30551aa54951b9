// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a captured link and a selection to a plan, and from a plan to a verified image: rewrite,
// relink, read back. The wrapper's
// link with a selection and et-prune's own work are this one function, which is why they give the
// same bytes.

#pragma once

#include "Link/Inputs/ArchiveOrder.h"
#include "Link/Relink/Relink.h"
#include "Prune/Verify.h"
#include "Registry/Resolver.h"

namespace etprune {

/// The options of a pruning. The tools' command lines are read into it.
struct PruneOptions {
  bool IgnoreDtypes = false; ///< keep all kernels of a selected operator
  bool DropBackends = false; ///< leave out backends that no selected model delegates to
  /// Add --gc-sections to a link without it, although that may remove more than kernels.
  bool AddGcSections = false;
  bool Verbose = false; ///< errors list everything
  /// Link a program that does not fit into its memories, and do not check the image. Such an image
  /// is only accounted for.
  bool AllowOverflow = false;
};

/// Plans which kernels of the link a selection keeps, and which backends. What the link has besides
/// its kernel records, a script that collects the table or a program that registers kernels itself,
/// decides with. The plan points into the link.
llvm::Expected<PrunePlan> planLink(const CapturedLink &Link, const Selection &Wanted,
                                   const PruneOptions &Options);

/// The plan of the image with every kernel.
llvm::Expected<PrunePlan> planEverything(const CapturedLink &Link);

/// Puts kernels with the selected dtypes only in the place of the plan's, where the link has what
/// it takes and they are smaller (lib/Dtypes).
void narrowPlan(const CapturedLink &Link, PrunePlan &Plan);

/// What the linker gets in place of what was captured.
struct PreparedLink {
  EditMap Edits;
  llvm::SmallVector<char, 0> Table; ///< the table object; empty where there is none
  /// What can be loaded; none where that is not known, and where everything is to be laid out.
  std::optional<llvm::DenseSet<const InputObject *>> Loadable;
  /// Symbols that GNU ld may not find, and that archive members define (ArchiveOrder.h).
  std::vector<std::string> Unfound;
  std::vector<std::string> Warnings;
};

/// An image with what it came from: by that it is verified, and the account of its bytes made. It
/// refers to the link, the plan, and the texts of image and map.
struct ImageOrigin {
  std::string Name; ///< of the image, for messages
  LinkMap Map;
  std::optional<ElfImage> Image;
  PreparedLink Prepared;
  std::vector<std::unique_ptr<InputObject>> LtoObjects;
  std::optional<LinkMap> FullMap;
  std::optional<VerifyRequest> Request;
  std::unique_ptr<LinkedProgram> Program;
};

struct PrunedLink {
  RelinkResult Link; ///< Link.Image is null where the linker failed; then the rest is empty
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

/// Reads what `Origin`, which has map, image and preparation, came from.
llvm::Error readOrigin(const CapturedLink &Link, const PrunePlan &Plan,
                       llvm::ArrayRef<LtoObject> LtoObjects, ImageOrigin &Origin);

/// What an image of the link came from, where the bundle holds all of it: not where the link
/// compiles intermediate code, and not with kernels that were made for some dtypes. `Map` is the
/// image's own.
llvm::Expected<std::unique_ptr<ImageOrigin>>
originOf(const CapturedLink &Link, const PrunePlan &Plan, const ElfImage &Image, LinkMap Map);

/// Does the link with the planned kernels and checks the image. A link without --gc-sections is
/// refused unless the options allow it.
llvm::Expected<PrunedLink> pruneLink(const CapturedLink &Link, const PrunePlan &Plan,
                                     const PruneOptions &Options);

/// Reads a map of the link. Where the linker's maps have no memory regions, they come from the
/// link's scripts. Name is for messages.
llvm::Expected<LinkMap> readMap(const CapturedLink &Link, llvm::StringRef Text,
                                llvm::StringRef Name);

/// The record of an image that goes into the bundle.
RecordedImage recordImage(const ImageSummary &Summary, std::string Map);

/// The summary in a recorded image; an error where the bundle does not hold a valid one.
llvm::Expected<ImageSummary> recordedSummary(const RecordedImage &Image);

} // namespace etprune
