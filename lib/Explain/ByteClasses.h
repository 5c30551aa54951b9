// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where bytes come from, in the few words in which people ask: kernels, the runtime that calls
// them, the C library, the program itself.
//
// Compilers' and C libraries' files go by their names, which are the same in all toolchains. An
// archive is a kernel library if it has kernels of the link, dropped ones included, or if the image
// has nothing of it that something else than kernels keeps. The runtime's is the one that has the
// registry or asks for the table. All other files are the application's.

#pragma once

#include "Explain/Retained.h"
#include "Link/Inputs/LinkKernels.h"
#include "Prune/LinkedProgram.h"

namespace etprune {

enum class ByteClass : uint8_t {
  Kernels,
  Table,
  Runtime,
  CLibrary,
  Application,
  Linker,
  Padding,
};
constexpr unsigned NumByteClasses = 7;

/// "kernels", "registration table", ...
llvm::StringRef className(ByteClass Class);

/// Of each item; Padding for groups, which have no bytes.
std::vector<ByteClass> classifyItems(const ImageGraph &Graph, const Dominators &Tree,
                                     const LinkedProgram &Program, const LinkKernels &Kernels);

} // namespace etprune
