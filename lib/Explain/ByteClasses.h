// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where bytes come from, in the few words in which people ask: kernels, the runtime that calls
// them, the C library, the program itself.
//
// A file is a kernel library if it has kernels of the link, dropped ones included; the runtime's is
// the archive that has the registry or asks for the table. Compilers' and C libraries' files go by
// their names, which are the same in all toolchains. All other files are the application's.

#pragma once

#include "Explain/ImageGraph.h"
#include "Link/LinkKernels.h"
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
std::vector<ByteClass> classifyItems(const ImageGraph &Graph, const LinkedProgram &Program,
                                     const LinkKernels &Kernels);

} // namespace etprune
