// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether everything that an image keeps without a reference is still in it.
//
// Vectors, constructors and notes are needed although nothing refers to them: the hardware, the
// start-up code or a debugger finds them. checkReferences() cannot miss them. A linker marks them
// as roots by their type, by KEEP() in its script, by SHF_GNU_RETAIN, or because code asks where
// the sections of a name begin (__start_NAME). Such a section of the full image must be in the
// pruned one as well where its object still is.
//
// Not so where two right links may differ: of a COMDAT group another object's copy may be the one
// that is in the image, property notes are merged into those of the link's first object, and
// unwinding tables and mergeable sections are written anew.
//
// Only `KEEP()` of every file's sections makes a root in the check: with a file's pattern or
// `EXCLUDE_FILE` a section of that name may have been there because something referred to it.

#pragma once

#include "Prune/ChosenDefinitions.h"

namespace etprune {

/// Each root that is missing is a complaint, and an entry point that is not where the link says.
void checkRoots(const LinkedProgram &Program, ChosenDefinitions &Definitions,
                const Complaint &Complain);

} // namespace etprune
