// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies of archives with only the members that some selection of kernels can need. Members keep
// their entries in the archive's symbol index, so a linker loads the same members from the copy.
// LLVM's archive writer would make a new index, with other names than GNU `ar` and `gcc-ar`.

#pragma once

#include "Link/Inputs/LinkInputs.h"

namespace etprune {

/// A copy with the closure's members for which `Contents` returns their contents. A linker cannot
/// load a member for which `IsIndexed` is false.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> reduceArchive(
    const LinkFile &Archive,
    llvm::function_ref<std::optional<llvm::StringRef>(const LinkMember &)> Contents,
    llvm::function_ref<bool(const LinkMember &)> IsIndexed = [](const LinkMember &) {
      return true;
    });

} // namespace etprune
