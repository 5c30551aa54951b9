// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The symbols that a pruned link needs and that GNU ld would not find in its archives.
//
// GNU ld searches an archive when it comes to it, for the symbols that are undefined by then. An
// object that comes after the archive gets nothing from it. In a full link another kernel may have
// loaded the member; if that kernel is dropped, the member is missing. The table object, which
// comes first, then names the symbol, and GNU ld loads the member at the archive's place.

#pragma once

#include "Link/Closure.h"
#include "Link/LinkCommand.h"
#include "Registry/KernelRecord.h"

namespace etprune {

/// The symbols, sorted, that no archive's search finds, a member of `Loadable` defines, and the
/// full link with all `Kernels` finds: as a reference names them (with --wrap=f, "__real_f" for f).
/// `Added` are the tool's own objects, which come first. For GNU ld, in links without intermediate
/// code.
std::vector<std::string> findPassedSymbols(const LinkCommand &Command, const LinkInputs &Inputs,
                                           llvm::ArrayRef<KernelRecord> Kernels,
                                           llvm::ArrayRef<const InputObject *> Added,
                                           const EditMap &Edits,
                                           const llvm::DenseSet<const InputObject *> &Loadable);

} // namespace etprune
