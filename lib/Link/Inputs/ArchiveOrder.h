// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the symbols that a pruned link needs but that GNU ld would not find in its archives. GNU ld
// searches an archive at its place in the command, only for symbols that earlier inputs refer to.
// In a full link, a kernel may load a member that a later object also needs. If this kernel is
// dropped, the table object, which comes first, refers to the symbol instead.
//
// If several archive members define a function, the pruned link may load another definition than
// the full link, which needs other symbols or defines a function again. GNU ld's error names the
// symbol. The relink is then repeated with a reference to the symbol, or without the member.

#pragma once

#include "Link/Command/LinkCommand.h"
#include "Link/Inputs/Closure.h"
#include "Registry/KernelRecord.h"

#include <set>

namespace etprune {

/// Symbols that no archive search finds, although a loadable member defines them. Sorted.
struct PassedSymbols {
  /// Symbols that the full link finds, spelled as in a reference ("__real_f" for f with --wrap=f).
  std::vector<std::string> Named;
  std::vector<std::string> Unfound; ///< symbols that the full link does not find, either
};

/// Changes to a link that fix the errors GNU ld reported.
struct LinkRepair {
  std::set<std::string> Needed;                ///< references that the table always names
  llvm::DenseSet<const InputObject *> LeftOut; ///< archive members to leave out
};

/// The passed symbols of a link by GNU ld without intermediate code. The full link has all
/// `Kernels`. `Added` are et-prune's own objects, which come first.
PassedSymbols findPassedSymbols(const LinkCommand &Command, const LinkInputs &Inputs,
                                llvm::ArrayRef<KernelRecord> Kernels,
                                const std::set<std::string> &Needed,
                                llvm::ArrayRef<const InputObject *> Added, const EditMap &Edits,
                                const llvm::DenseSet<const InputObject *> &Loadable);

/// Adds fixes for GNU ld's errors to `Repair`. False if there is no new fix.
bool repairLink(const LinkCommand &Command, const LinkInputs &Inputs,
                llvm::ArrayRef<KernelRecord> Kernels, llvm::ArrayRef<std::string> Unfound,
                llvm::StringRef LinkerSaid, LinkRepair &Repair);

} // namespace etprune
