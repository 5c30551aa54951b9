// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads a pruned image back and compares it with its plan.
//
// Nothing here trusts the relink. The table is read from the image's bytes, the image's sections
// from the linker's map, their references from the objects as the relink had them. An image that
// fails one check is never written.
//
// The image is judged by itself. Two right links of the same objects may differ, because the pruned
// link loads fewer archive members, and in another order:
//
// - Weak and strong definitions, archive members, COMDAT groups, common symbols, --wrap, --defsym
//   and scripts: of several definitions each link chooses its own. The symbol table tells which
//   one, and this definition must be in the image (ChosenDefinitions).
// - SHF_MERGE: a string or constant stays in one of the sections that have it, in part of a longer
//   one, or in the linker's own section. The check is that a reference leads to the same bytes
//   (References).
// - Identical code folding: a copy may stand for a section (LinkedProgram::copiesOf).
// - Relaxation moves all code on RISC-V and rewrites instructions on other machines. Veneers, PLT
//   and GOT stand between an instruction and its target. Only words that no linker rewrites are
//   compared (References), and on RISC-V only with names that the symbol table has.
// - .eh_frame, .sframe and .ARM.exidx: the linker writes them entry by entry, so the sections that
//   their old entries refer to may be gone.
// - Sections of one object that share a name (-fno-unique-section-names): the map cannot tell them
//   apart, but a symbol can. A section without a symbol is not judged.
//
// The full image answers only three questions. Did a name that has no definition now have one? Has
// a root, which nothing refers to, gone from an object that is still linked (Roots)? How large were
// the sections that both images have (Growth)?

#pragma once

#include "Image/KernelTable.h"
#include "Prune/ChosenDefinitions.h"

namespace etprune {

/// Code of a kernel that was dropped.
struct LeftoverCode {
  const KernelRecord *Record;
  /// The objects that refer to it, as the linker names them; for an object of LTO, with the
  /// section. Empty if a script or an option keeps it.
  std::vector<std::string> Referrers;
};

/// Runs all checks and reports all errors at once. The result lists the code of dropped kernels
/// that stayed, which is legal.
llvm::Expected<std::vector<LeftoverCode>> verifyImage(const LinkedProgram &Program);

/// Checks that the registration table is in the memory of the program's constants. The error says
/// where the table is and what to change in the script. The wrapper also checks its full link.
llvm::Error checkTablePlacement(const ElfImage &Image, const LinkMap &Map, KernelTableRange Table);

/// Names the missing part of an image or of its map, `MapText`, for a message; empty if nothing is
/// missing.
std::string findMissingOutput(const ElfImage &Image, const LinkMap &Map, llvm::StringRef MapText);

// The other checks of verifyImage(). Each has a file of the same name.

/// Checks that every reference of the image ends where its link says.
void checkReferences(const LinkedProgram &Program, ChosenDefinitions &Definitions,
                     const Complaint &Complain);
/// Checks that the entry point is right and that the image has all sections that a linker keeps
/// without a reference.
void checkRoots(const LinkedProgram &Program, ChosenDefinitions &Definitions,
                const Complaint &Complain);
/// Checks that nothing is larger than in the full image, if there is one.
void checkGrowth(const LinkedProgram &Program, const Complaint &Complain);
/// Finds code of dropped kernels. In an object of LTO such code must have a referrer.
std::vector<LeftoverCode> findLeftovers(const LinkedProgram &Program, const Complaint &Complain);

} // namespace etprune
