// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the files of a captured link to a stage: objects and archives with this link's edits,
// linker scripts with absolute file names changed to paths in the stage, and links to this
// machine's shared libraries.

#pragma once

#include "Link/Relink/RelinkStage.h"
#include "Registry/TableRewrite.h"

#include "llvm/ADT/DenseSet.h"

namespace etprune {

/// Writes all inputs. Edits and loadable objects are from a RelinkRequest; both may be null.
llvm::Error layOutInputs(const RelinkStage &Stage, const EditMap *Edits,
                         const llvm::DenseSet<const InputObject *> *Loadable);

std::string sharedObjectOfMachine(const RecordedLink &Link, const LinkFile &File);

} // namespace etprune
