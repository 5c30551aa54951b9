// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether every reference of an image ends where its link says.
//
// What refers to what is told by the relocations of the sections that are in the image. Each must
// end at a section of its own object that is there, or at the definition that this link chose for
// the name (ChosenDefinitions). Where a relocation stores a plain address or a distance, the
// image's bytes must say the same.
//
// Most relocations of code are not compared with the image's bytes: linkers shorten and rewrite
// instructions, and put veneers, PLT and GOT between an instruction and its target. What is
// compared stands in words that no linker rewrites: tables of functions, virtual tables, pointers
// to strings, literal pools, and x86's distances.
//
// Words that a linker may rewrite are not compared with their symbols: instructions are relaxed and
// get veneers, PLT and GOT in between. Tables, literal pools and x86's distances are.

#pragma once

#include "Prune/ChosenDefinitions.h"

namespace etprune {

/// Each reference that does not end is a complaint.
void checkReferences(const LinkedProgram &Program, ChosenDefinitions &Definitions,
                     const Complaint &Complain);

} // namespace etprune
