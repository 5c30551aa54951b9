// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The closure of a link: every object and archive member that some selection of kernels can need.
// It starts from the objects, the kernels, and the names that scripts and options use, and follows
// undefined symbols into the archives. A linker never loads more, for any selection.
//
// For LLD, bundles also hold members that define what a needed member defines. LLD enters the names
// of all archive members into its symbol table before it loads any, and writes local symbols in
// that order: without them the full image would come back with another order of strings.
//
// Bundles of such links hold every library function that a compiler knows, `__aeabi_*` and its like
// included, and all of `libgcc`: which of them it will call is known only once the program is
// compiled.

#pragma once

#include "Link/Inputs/LinkInputs.h"
#include "Registry/TableRewrite.h"

#include "llvm/ADT/DenseSet.h"

namespace etprune {

/// The closure's objects in the order of the files. Marks their members as needed, and those that
/// the linker only opens.
llvm::Expected<std::vector<const InputObject *>> findClosure(LinkInputs &Inputs);

/// The objects that the program can load if no kernel is registered, but for those that cannot be
/// read.
std::vector<const InputObject *> loadedWithoutKernels(LinkInputs &Inputs);

/// The objects that a link can load, if it compiles nothing: the objects of the command line, those
/// of the kernels in `Kept`, and the archive members that these objects need, with their edits.
/// `Added` are the tool's own objects.
llvm::DenseSet<const InputObject *> findLoadable(const LinkInputs &Inputs,
                                                 llvm::ArrayRef<const InputObject *> Added,
                                                 llvm::ArrayRef<PlannedKernel> Kept,
                                                 const EditMap &Edits);

/// True if a compiler may call a library's function without being told to. Links that compile
/// intermediate code look for all of these, though no object may name them.
bool isCompilerCall(llvm::StringRef Function);

} // namespace etprune
