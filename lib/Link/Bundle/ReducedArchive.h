// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies of archives that hold only the members that some selection of kernels can need.
//
// Members keep their names and their order, and those that stay keep their part of the archive's
// symbol index as it was. So a linker takes from the copy what it takes from the original, also
// where the index says other things than the members' ELF symbols do: `gcc-ar` indexes intermediate
// code. LLVM's archive writer would make a new index, for which it reads bitcode, and with other
// names than GNU `ar` and `gcc-ar` give. LLD looks into archives without an index for bitcode; so
// does ArchiveIndex.

#pragma once

#include "Link/LinkInputs.h"

namespace etprune {

/// The members of the closure, each with the contents that it is to have; without those that are to
/// have none.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> reduceArchive(
    const LinkFile &Archive,
    llvm::function_ref<std::optional<llvm::MemoryBufferRef>(const LinkMember &)> Contents);

} // namespace etprune
