// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a captured link and a selection to a plan: which kernels and backends the image keeps, and
// which of them are narrowed to the selected dtypes.

#pragma once

#include "Link/Bundle/Bundle.h"
#include "Link/Inputs/SymbolExports.h"
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

/// Names that something outside the link's objects may refer to: symbols, and the sections that
/// scripts keep. Kernel records are not among these: the unwanted ones are excluded.
llvm::StringSet<> rootSymbols(const CapturedLink &Link, llvm::ArrayRef<const InputObject *> Objects,
                              const SymbolExports &Exports);

/// The objects of the link with the plan's narrowed kernels.
std::vector<const InputObject *> objectsOf(const CapturedLink &Link, const PrunePlan &Plan);

} // namespace etprune
