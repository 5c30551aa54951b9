// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The symbols that a pruned link needs and that GNU ld would not find in its archives.
//
// GNU ld searches an archive when it comes to it, for the symbols that are undefined by then. An
// object that comes after the archive gets nothing from it. In a full link another kernel may have
// loaded the member; if that kernel is dropped, the member is missing. The table object, which
// comes first, then names the symbol, and GNU ld loads the member at the archive's place.
//
// Of several definitions of a function, the pruned link may take another one than the full link. It
// may then need a symbol that the full link need not find, because it collects the reference; or
// load a member that the full link does not load, and that defines a function of another object
// again. GNU ld names the symbol, and the link is done again: with that symbol named, or without
// that member.

#pragma once

#include "Link/Command/LinkCommand.h"
#include "Link/Inputs/Closure.h"
#include "Registry/KernelRecord.h"

#include <set>

namespace etprune {

/// Symbols, sorted, that no archive's search finds and that a member which can be loaded defines.
struct PassedSymbols {
  /// The full link finds them: as a reference names them (with --wrap=f, "__real_f" for f).
  std::vector<std::string> Named;
  std::vector<std::string> Unfound; ///< nor does the full link
};

/// The changes to a link that GNU ld's errors about it ask for.
struct LinkRepair {
  std::set<std::string> Needed;                ///< references that the table names in any case
  llvm::DenseSet<const InputObject *> LeftOut; ///< archive members
};

/// The passed symbols of a link with members of `Loadable`. The full link has all `Kernels`.
/// `Added` are the tool's own objects, which come first. For GNU ld, in links without intermediate
/// code.
PassedSymbols findPassedSymbols(const LinkCommand &Command, const LinkInputs &Inputs,
                                llvm::ArrayRef<KernelRecord> Kernels,
                                const std::set<std::string> &Needed,
                                llvm::ArrayRef<const InputObject *> Added, const EditMap &Edits,
                                const llvm::DenseSet<const InputObject *> &Loadable);

/// Adds to `Repair` what can be done about the errors that GNU ld printed. `Unfound` are of the
/// passed symbols. False where nothing is new.
bool repairLink(const LinkCommand &Command, const LinkInputs &Inputs,
                llvm::ArrayRef<KernelRecord> Kernels, llvm::ArrayRef<std::string> Unfound,
                llvm::StringRef LinkerSaid, LinkRepair &Repair);

} // namespace etprune
