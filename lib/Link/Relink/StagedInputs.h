// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the inputs of a captured link to a stage. Objects and archives get the relink's edits. In
// linker scripts, paths in the stage replace absolute file names. Shared libraries become symbolic
// links to the libraries of this machine.

#pragma once

#include "Link/Relink/RelinkStage.h"
#include "Registry/TableRewrite.h"

#include "llvm/ADT/DenseSet.h"

namespace etprune {

/// Writes all inputs. `Edits` and `Loadable` are RelinkRequest's; null: no edits, all members.
llvm::Error layOutInputs(const RelinkStage &Stage, const EditMap *Edits,
                         const llvm::DenseSet<const InputObject *> *Loadable);

/// The path of a recorded shared library on this machine, with all symbolic links resolved.
std::string sharedObjectOfMachine(const RecordedLink &Link, const LinkFile &File);

} // namespace etprune
