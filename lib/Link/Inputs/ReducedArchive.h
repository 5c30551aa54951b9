// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes copies of archives with only the members that some selection of kernels can need. The copy
// has the members' entries of the original symbol index, so a linker loads the same members. LLVM's
// archive writer is not used, because it would index other symbols than GNU `ar` and `gcc-ar`.

#pragma once

#include "Link/Inputs/LinkInputs.h"

namespace etprune {

/// Copies an archive. Leaves out members outside the closure, and members for which `Contents`
/// returns nullopt. The symbol index lacks the members for which `IsIndexed` is false, so a linker
/// can open but not load them.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> reduceArchive(
    const LinkFile &Archive,
    llvm::function_ref<std::optional<llvm::StringRef>(const LinkMember &)> Contents,
    llvm::function_ref<bool(const LinkMember &)> IsIndexed = [](const LinkMember &) {
      return true;
    });

} // namespace etprune
