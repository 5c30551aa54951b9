// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lays the files of a captured link out in a stage, under the paths they had: objects and archives
// with the edits of this link, linker scripts with their absolute file names led into the stage,
// and links to the shared libraries of this machine.

#pragma once

#include "Link/Relink/RelinkPaths.h"
#include "Registry/TableRewrite.h"

#include "llvm/ADT/DenseSet.h"

namespace etprune {

/// The edits and what can be loaded as in a RelinkRequest; both may be null.
llvm::Error layOutInputs(const RelinkPaths &Paths, const EditMap *Edits,
                         const llvm::DenseSet<const InputObject *> *Loadable);

/// The path of a shared library of the link on this machine.
std::string sharedObjectOfMachine(const RecordedLink &Link, const LinkFile &File);

} // namespace etprune
