// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes a plan from a captured link and a selection: the kernels and backends that the image keeps,
// and the kernels that are narrowed to the selected dtypes.

#pragma once

#include "Link/Bundle/Bundle.h"
#include "Link/Inputs/SymbolExports.h"
#include "Registry/Resolver.h"

namespace etprune {

struct PruneOptions {
  bool IgnoreDtypes = false; ///< keep all kernels of a selected operator
  bool DropBackends = false; ///< leave out backends that no selected model delegates to
  /// Add --gc-sections to a link without this option. This may remove more than kernels.
  bool AddGcSections = false;
  /// List all items in reports, and all removed sections in the error about --gc-sections.
  bool Verbose = false;
  /// Link a program even if it does not fit into its memories, and do not check the image.
  bool AllowOverflow = false;
};

/// The plan points into `Link`, so `Link` must outlive the plan.
llvm::Expected<PrunePlan> planLink(const CapturedLink &Link, const Selection &Wanted,
                                   const PruneOptions &Options);

llvm::Expected<PrunePlan> planEverything(const CapturedLink &Link);

/// Replaces kernels of the plan that have intermediate code with narrowed kernels (lib/Dtypes). If
/// the sizes are known before the link, a narrowed kernel must be smaller than the original.
void narrowPlan(const CapturedLink &Link, PrunePlan &Plan);

/// The names of symbols and sections that the linker keeps even if no object refers to them.
/// Sections of kernel records are left out, because SHF_EXCLUDE removes the records of dropped
/// kernels.
llvm::StringSet<> rootSymbols(const CapturedLink &Link, llvm::ArrayRef<const InputObject *> Objects,
                              const SymbolExports &Exports);

std::vector<const InputObject *> objectsOf(const CapturedLink &Link, const PrunePlan &Plan);

} // namespace etprune
