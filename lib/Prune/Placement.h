// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether the registration table lies where the program's constants lie.
//
// A linker puts a section that no rule of a script names wherever it likes: into the first region
// that takes it, which may be ITCM or RAM that nothing fills on the device. Emulators, which load
// an ELF file's segments to where they run, do not show it. So the table must share an output
// section with code or constants of the program, or lie in the same memory as some of them and run
// from where it is stored: a table on its own that start-up code would have to copy is one that no
// start-up code knows of.
//
// A script can also tear an array apart: SUBALIGN overrides the alignment that its parts ask for.
//
// Only code and constants that a rule of the script placed say where the table belongs. Without a
// rule, constants may have gone the same wrong way.
//
// A table on its own is refused even in a second bank of flash: nothing says that something is
// stored there.

#pragma once

#include "Image/ElfImage.h"
#include "Image/KernelTable.h"
#include "Image/LinkMap.h"

namespace etprune {

/// An error that says where the table lies and what to change in the script.
llvm::Error checkTablePlacement(const ElfImage &Image, const LinkMap &Map, KernelTableRange Table);

} // namespace etprune
