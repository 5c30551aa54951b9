// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The closure of a link: every object and archive member that some selection of kernels can need.
// It starts from the objects, the kernels, and the names in scripts and options, and follows
// undefined symbols into all archives at once. No linker loads more, for any selection. If a link
// compiles intermediate code, the closure has every library function that a compiler may call.

#pragma once

#include "Link/Inputs/LinkInputs.h"
#include "Registry/TableRewrite.h"

#include "llvm/ADT/DenseSet.h"

namespace etprune {

/// Returns the closure's objects in file order. Marks the members that a bundle must keep as
/// needed: the closure's members, and members that the linker reads but may not load.
llvm::Expected<std::vector<const InputObject *>> findClosure(LinkInputs &Inputs);

/// Returns the objects that a link without kernels can load. Skips objects that cannot be read.
std::vector<const InputObject *> loadedWithoutKernels(LinkInputs &Inputs);

/// The objects that a link without intermediate code can load, with only the kernels in `Kept` and
/// with edited objects. `Added` are et-prune's own objects.
llvm::DenseSet<const InputObject *> findLoadable(const LinkInputs &Inputs,
                                                 llvm::ArrayRef<const InputObject *> Added,
                                                 llvm::ArrayRef<PlannedKernel> Kept,
                                                 const EditMap &Edits);

/// True if a compiler may insert calls of a library function.
bool isCompilerCall(llvm::StringRef Function);

} // namespace etprune
