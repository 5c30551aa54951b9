// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the symbols that a pruned link needs but that GNU ld would not find in its archives.
//
// GNU ld searches an archive at its place in the command, for the symbols that are undefined by
// then. A later object gets nothing from it. In a full link, a kernel may have loaded a member that
// the later object needs; if this kernel is dropped, the member is missing. The table object, which
// comes first, then refers to the symbol, so that GNU ld loads the member.
//
// If a function has several definitions, the pruned link may use another one than the full link. It
// may then need a symbol whose reference the full link garbage-collects. Or it may load a member
// that the full link does not load, and that defines another object's function again. GNU ld's
// error names the symbol. The relink is repeated, with this symbol named or without this member.

#pragma once

#include "Link/Command/LinkCommand.h"
#include "Link/Inputs/Closure.h"
#include "Registry/KernelRecord.h"

#include <set>

namespace etprune {

/// Sorted symbols that no archive search finds although a loadable member defines them.
struct PassedSymbols {
  /// The full link finds these; as a reference names them ("__real_f" for f with --wrap=f).
  std::vector<std::string> Named;
  std::vector<std::string> Unfound; ///< the full link does not find these, either
};

/// Changes to a link that fix the errors GNU ld reported.
struct LinkRepair {
  std::set<std::string> Needed;                ///< references that the table always names
  llvm::DenseSet<const InputObject *> LeftOut; ///< archive members to leave out
};

/// The passed symbols of a link with the members in `Loadable`. The full link has all `Kernels`.
/// `Added` are et-prune's own objects, which come first. Only for GNU ld, in links without
/// intermediate code.
PassedSymbols findPassedSymbols(const LinkCommand &Command, const LinkInputs &Inputs,
                                llvm::ArrayRef<KernelRecord> Kernels,
                                const std::set<std::string> &Needed,
                                llvm::ArrayRef<const InputObject *> Added, const EditMap &Edits,
                                const llvm::DenseSet<const InputObject *> &Loadable);

/// Adds fixes for GNU ld's errors to `Repair`. `Unfound` is from the passed symbols. False if there
/// is no new fix.
bool repairLink(const LinkCommand &Command, const LinkInputs &Inputs,
                llvm::ArrayRef<KernelRecord> Kernels, llvm::ArrayRef<std::string> Unfound,
                llvm::StringRef LinkerSaid, LinkRepair &Repair);

} // namespace etprune
