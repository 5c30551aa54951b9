// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads a pruned image back and compares it with what was planned.
//
// Nothing here trusts the relink: the table is read from the image's bytes, the sections of the
// image from the linker's map, the references between them from the objects as this link had them.
// An image that fails one check is never written.
//
// The image is judged by itself. Two right links of the same objects need not agree, as fewer
// archive members are loaded, and in another order:
//
// - Weak and strong definitions, archive members, COMDAT groups, common symbols, --wrap, --defsym
//   and scripts: of several definitions each link chooses its own. The symbol table says which; it
//   must be one that is in the image (ChosenDefinitions). To choose again as the linker would
//   repeats its rules, and its errors.
// - SHF_MERGE: a string or constant stays in one of the sections that have it, in part of one, or
//   in the linker's own. What counts is that a reference leads to the same bytes (References).
// - Identical code folding: a section may be in the image as a copy of it
//   (LinkedProgram::copiesOf).
// - Relaxation moves everything in RISC-V code, and rewrites instructions elsewhere; veneers, PLT
//   and GOT stand between an instruction and its target. Only words that no linker rewrites are
//   compared (References), and on RISC-V only with names that the symbol table has.
// - .eh_frame, .sframe and .ARM.exidx are written anew, entry by entry: what they refer to may have
//   gone.
// - Sections of one object that share a name (-fno-unique-section-names): a map cannot tell which
//   of them it shows; a symbol can. One without a symbol is not judged.
//
// The full image is asked about three things only: whether a name that has no definition now had
// one there, whether a root, which nothing refers to, has gone from an object that is still linked
// (Roots), and how large the sections that both images have were there (Growth).

#pragma once

#include "Image/KernelTable.h"
#include "Prune/ChosenDefinitions.h"

namespace etprune {

/// Code of a kernel that was dropped.
struct LeftoverCode {
  const KernelRecord *Record;
  /// The objects that refer to it, as the linker names them; of an object of LTO, with the section.
  /// None where a script or an option keeps it.
  std::vector<std::string> Referrers;
};

/// Every check that fails is an error, all of them at once. The result lists the code of dropped
/// kernels that stayed, which is legal.
llvm::Expected<std::vector<LeftoverCode>> verifyImage(const LinkedProgram &Program);

/// Checks that the registration table lies where the program's constants lie. The error says where
/// it is and what to change in the script. The wrapper checks its full link with it, too.
llvm::Error checkTablePlacement(const ElfImage &Image, const LinkMap &Map, KernelTableRange Table);

// The other checks of verifyImage(), each in a file of its name.

/// Checks that every reference of the image ends where its link says.
void checkReferences(const LinkedProgram &Program, ChosenDefinitions &Definitions,
                     const Complaint &Complain);
/// Checks that the image begins where the link says, and has everything that a linker keeps without
/// a reference.
void checkRoots(const LinkedProgram &Program, ChosenDefinitions &Definitions,
                const Complaint &Complain);
/// Checks that nothing is larger than in the full image, where there is one.
void checkGrowth(const LinkedProgram &Program, const Complaint &Complain);
/// Code of dropped kernels. That of an object of LTO must have a referrer.
std::vector<LeftoverCode> findLeftovers(const LinkedProgram &Program, const Complaint &Complain);

} // namespace etprune
