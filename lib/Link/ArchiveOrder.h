// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The symbols that a pruned link needs and that GNU ld would not find in its archives.
//
// GNU ld searches an archive when it comes to it, for the symbols that are undefined by then. An
// object that comes after the archive gets nothing from it. In a full link another kernel may have
// loaded the member; if that kernel is dropped, the member is missing. The table object, which
// comes first, then names the symbol, and GNU ld loads the member at the archive's place.
//
// The full link need not find every symbol: a reference that it collects may stay undefined. Of
// several definitions of a function, the pruned link may take another one than the full link, and
// then need such a symbol. GNU ld says which, and the link is done again with that symbol named.

#pragma once

#include "Link/Closure.h"
#include "Link/LinkCommand.h"
#include "Registry/KernelRecord.h"

namespace etprune {

/// Symbols, sorted, that no archive's search finds and that a member which can be loaded defines.
struct PassedSymbols {
  /// The full link finds them: as a reference names them (with --wrap=f, "__real_f" for f).
  std::vector<std::string> Named;
  std::vector<std::string> Unfound; ///< nor does the full link
};

/// The passed symbols of a link with members of `Loadable`. The full link has all `Kernels`.
/// `Needed` are symbols that are named in any case. `Added` are the tool's own objects, which come
/// first. For GNU ld, in links without intermediate code.
PassedSymbols findPassedSymbols(const LinkCommand &Command, const LinkInputs &Inputs,
                                llvm::ArrayRef<KernelRecord> Kernels,
                                llvm::ArrayRef<std::string> Needed,
                                llvm::ArrayRef<const InputObject *> Added, const EditMap &Edits,
                                const llvm::DenseSet<const InputObject *> &Loadable);

} // namespace etprune
