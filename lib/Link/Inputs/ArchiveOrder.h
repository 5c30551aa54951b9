// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the symbols that a pruned link needs but that GNU ld would not find in the archives. GNU ld
// searches an archive when it reaches the archive in the command, and only for symbols to which
// earlier inputs refer. In a full link, a kernel's reference may load a member that a later object
// also needs. If et-prune drops this kernel, no input before the archive refers to the member's
// symbol. et-prune then makes the table object, which precedes all archives, refer to this symbol.
//
// If several archive members define a function, the pruned link may load a different member than
// the full link. This member may refer to symbols that are not found, or may define a function for
// the second time. GNU ld's error names the symbol. et-prune then relinks with a reference to the
// missing symbol, or without the member that caused the second definition.

#pragma once

#include "Link/Command/LinkCommand.h"
#include "Link/Inputs/Closure.h"
#include "Registry/KernelRecord.h"

#include <set>

namespace etprune {

/// Symbols that loadable members define, but that stay undefined because GNU ld has already passed
/// the archives when it reads the references. Both lists are sorted.
struct PassedSymbols {
  /// Symbols to which the table object must refer. With --wrap=f, "__real_f" is a reference to f.
  std::vector<std::string> Named;
  std::vector<std::string> Unfound; ///< symbols that the full link does not define
};

struct LinkRepair {
  std::set<std::string> Needed;                ///< symbols to which the table object must refer
  llvm::DenseSet<const InputObject *> LeftOut; ///< members with a second definition
};

/// Repeats GNU ld's search for a pruned link, which can load only `Loadable`. Not for intermediate
/// code, because compilers add calls. `Kernels` are the kernels of the full link. `Named` of the
/// result includes `Needed`. `Added` are et-prune's own objects, which are read first.
PassedSymbols findPassedSymbols(const LinkCommand &Command, const LinkInputs &Inputs,
                                llvm::ArrayRef<KernelRecord> Kernels,
                                const std::set<std::string> &Needed,
                                llvm::ArrayRef<const InputObject *> Added, const EditMap &Edits,
                                const llvm::DenseSet<const InputObject *> &Loadable);

/// Adds fixes for the errors in `LinkerSaid`, GNU ld's messages, to `Repair`. `Unfound` is
/// PassedSymbols::Unfound. Returns false if there is no new fix.
bool repairLink(const LinkCommand &Command, const LinkInputs &Inputs,
                llvm::ArrayRef<KernelRecord> Kernels, llvm::ArrayRef<std::string> Unfound,
                llvm::StringRef LinkerSaid, LinkRepair &Repair);

} // namespace etprune
