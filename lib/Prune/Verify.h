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
//   must be one that is in the image (ChosenDefinitions).
// - SHF_MERGE: a string or constant stays in one of the sections that have it, in part of one, or
//   in the linker's own. What counts is that a reference leads to the same bytes (References).
// - Identical code folding: a section may be in the image as a copy of it (FoldedSections).
// - Relaxation moves everything in RISC-V code, and rewrites instructions elsewhere; veneers, PLT
//   and GOT stand between an instruction and its target. Only words that no linker rewrites are
//   compared (StoredAddress), and on RISC-V only with names that the symbol table has.
// - .eh_frame, .sframe and .ARM.exidx are written anew, entry by entry: what they refer to may have
//   gone.
// - Sections of one object that share a name (-fno-unique-section-names): a map cannot tell which
//   of them it shows; a symbol can. One without a symbol is not judged.
//
// The full image is asked about three things only: whether a name that has no definition now had
// one there, whether a root, which nothing refers to, has gone from an object that is still linked
// (Roots), and how large the sections that both images have were there (Growth).
//
// A pruned image is judged by itself, not by the full one: fewer archive members are loaded, so
// that another definition, COMDAT copy or home of a merged constant may be right. Its symbol table
// says which was chosen, and that must be one that an object has; to choose again as the linker
// would repeats its rules, and its errors.

#pragma once

#include "Prune/Leftovers.h"

namespace etprune {

/// Every check that fails is an error, all of them at once. The result lists the code of dropped
/// kernels that stayed, which is legal.
llvm::Expected<std::vector<LeftoverCode>> verifyImage(const VerifyRequest &Request);

} // namespace etprune
