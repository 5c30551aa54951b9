// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The closure of a link: every object and archive member that some selection of kernels can need.
// It starts from the objects, the kernels, and the names in scripts and options, and follows
// undefined symbols into the archives. No linker loads more, for any selection.
//
// For LLD, a bundle also keeps every other member that defines a symbol of a member in the closure.
// LLD enters the symbols of all archive members into its symbol table before it loads a member, and
// orders symbols by this table. Without these members, a relink would order symbols differently.
//
// If a link compiles intermediate code, the closure has every library function that a compiler may
// call, such as `__aeabi_*` and all of `libgcc`: the calls are known only after the compilation.

#pragma once

#include "Link/Inputs/LinkInputs.h"
#include "Registry/TableRewrite.h"

#include "llvm/ADT/DenseSet.h"

namespace etprune {

/// Returns the closure's objects in file order. Marks the members that a bundle must keep as
/// needed: the closure's members, and members that the linker reads but may not load. GNU ld reads
/// the first member of each archive. LLD reads the symbols of all members.
llvm::Expected<std::vector<const InputObject *>> findClosure(LinkInputs &Inputs);

/// Returns the objects that a link without kernels can load. Skips objects that cannot be read.
std::vector<const InputObject *> loadedWithoutKernels(LinkInputs &Inputs);

/// The objects that a link without intermediate code can load: the command line's objects, the
/// objects of the kernels in `Kept`, and the archive members that these objects need after their
/// edits. `Added` are et-prune's own objects.
llvm::DenseSet<const InputObject *> findLoadable(const LinkInputs &Inputs,
                                                 llvm::ArrayRef<const InputObject *> Added,
                                                 llvm::ArrayRef<PlannedKernel> Kept,
                                                 const EditMap &Edits);

/// True if a compiler may insert calls of a library function. Links that compile intermediate code
/// search for all these functions, even if no object refers to them.
bool isCompilerCall(llvm::StringRef Function);

} // namespace etprune
