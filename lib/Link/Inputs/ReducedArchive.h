// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies an archive without the members that no selection of kernels can need. The copy keeps the
// original index entries of its members, so a linker loads the same members. LLVM's archive writer
// is not used, because it would index other symbols than GNU `ar` and `gcc-ar`.

#pragma once

#include "Link/Inputs/LinkInputs.h"

namespace etprune {

/// Copies the members that are LinkMember::Needed. `Contents` returns a member's bytes in the copy,
/// or nullopt to leave the member out. The symbol index lacks the members for which `IsIndexed` is
/// false, so GNU ld does not load them. GNU ld opens an archive's first member in any case, to
/// learn the machine.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> reduceArchive(
    const LinkFile &Archive,
    llvm::function_ref<std::optional<llvm::StringRef>(const LinkMember &)> Contents,
    llvm::function_ref<bool(const LinkMember &)> IsIndexed = [](const LinkMember &) {
      return true;
    });

} // namespace etprune
