// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Divides bytes by origin: kernels, the runtime that calls them, the C library, the program itself.
//
// Files of compilers and C libraries are recognised by their names, which are the same in all
// toolchains. An archive is a kernel library if it has kernels of the link, kept or dropped, or if
// only kernels keep its bytes in the image. An archive that has the registry or refers to the table
// belongs to the runtime. All other files belong to the application.

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

llvm::StringRef className(ByteClass Class);

/// The class of each item; Padding for groups, which have no bytes.
std::vector<ByteClass> classifyItems(const ImageGraph &Graph, const Dominators &Tree,
                                     const LinkedProgram &Program, const LinkKernels &Kernels);

} // namespace etprune
