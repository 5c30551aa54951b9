// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The closure of a link: every object and archive member that some selection of kernels can need.
// The search starts from the objects, the kernels, and the symbols in scripts and options. For each
// undefined symbol, the search adds all archive members that define the symbol. A linker loads one
// of these members, and the selection may decide which one. If a link compiles intermediate code,
// the closure also has the library functions to which the compiler may add calls.

#pragma once

#include "Link/Inputs/LinkInputs.h"
#include "Registry/TableRewrite.h"

#include "llvm/ADT/DenseSet.h"

namespace etprune {

/// Returns the closure's objects in file order. Sets LinkMember::Needed of each member that a
/// bundle must contain: the closure's members, and members that the linker only reads.
llvm::Expected<std::vector<const InputObject *>> findClosure(LinkInputs &Inputs);

/// The objects that a link without kernels can load. Skips unreadable objects: linkers report them.
std::vector<const InputObject *> loadedWithoutKernels(LinkInputs &Inputs);

/// The objects that a link can load if it has only the kernels in `Kept` and the objects are edited
/// by `Edits`. `Added` are et-prune's own objects. The link must not compile intermediate code,
/// because calls that a compiler adds are not followed.
llvm::DenseSet<const InputObject *> findLoadable(const LinkInputs &Inputs,
                                                 llvm::ArrayRef<const InputObject *> Added,
                                                 llvm::ArrayRef<PlannedKernel> Kept,
                                                 const EditMap &Edits);

/// True for a library function to which a compiler may add calls, such as memcpy.
bool isCompilerCall(llvm::StringRef Function);

} // namespace etprune
