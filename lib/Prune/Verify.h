// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads a pruned image back and compares it with its plan.
//
// No check trusts the code that did the relink. The table is read from the image's bytes, the list
// of sections from the linker's map, the references from the objects that were linked. An image
// that fails a check is never written.
//
// Most checks do not use the full image, because two correct links of the same objects may differ:
// the pruned link loads fewer archive members, and in another order.
//
// - Weak and strong definitions, archive members, COMDAT groups, common symbols, --wrap, --defsym
//   and scripts: if a name has several definitions, the two links may choose different ones. The
//   image's symbol table tells which definition its link chose, and this definition must be in the
//   image (ChosenDefinitions).
// - SHF_MERGE: linkers merge equal strings and constants of all objects, so each may be at another
//   place. A reference must lead to the same bytes (References).
// - Identical code folding: the linker may replace a section by an equal one
//   (LinkedProgram::copiesOf).
// - Relaxation moves all code on RISC-V and rewrites instructions on other machines. Veneers, PLT
//   and GOT stand between an instruction and its target. Only words that no linker rewrites are
//   compared (References). On RISC-V, a word that refers to code is compared only if its target has
//   a symbol in the image.
// - .eh_frame, .sframe and .ARM.exidx: the linker copies only the entries of live code. The
//   references of these sections are not checked, because an object's entry may be for code that is
//   not in the image.
// - Sections of one object that share a name (-fno-unique-section-names): the map cannot tell them
//   apart, but a symbol can. A section without a symbol is not checked.
//
// Three checks use the full image. A reference to a name without a definition is wrong if the full
// image defines the name. A root is missing if the full image has it and its object is still linked
// (Roots). No section may be larger than in the full image (Growth).

#pragma once

#include "Image/KernelTable.h"
#include "Prune/ChosenDefinitions.h"

#include "llvm/Support/GlobPattern.h"

namespace etprune {

/// Code that stayed in the image although its kernel was dropped.
struct LeftoverCode {
  const KernelRecord *Record;
  /// The names of the objects that refer to the code. The name of an LTO object is followed by the
  /// section. Empty if a script or an option keeps the code.
  std::vector<std::string> Referrers;
};

/// Runs all checks and reports all errors at once. The result lists the code of dropped kernels
/// that stayed, which is legal.
llvm::Expected<std::vector<LeftoverCode>> verifyImage(const LinkedProgram &Program);

/// Checks that the registration table is in the memory of the program's constants. The error says
/// where the table is and what to change in the script. The wrapper calls this function for the
/// full link, too.
llvm::Error checkTablePlacement(const ElfImage &Image, const LinkMap &Map, KernelTableRange Table);

/// Describes a missing part of an image or of its map, whose text is `MapText`; empty if nothing is
/// missing.
std::string findMissingOutput(const ElfImage &Image, const LinkMap &Map, llvm::StringRef MapText);

/// Checks that every reference of the image leads to the definition that its link chose.
void checkReferences(const LinkedProgram &Program, ChosenDefinitions &Definitions,
                     const Complaint &Complain);
/// The rules by which linkers keep sections without a reference from the objects.
class RootRules {
public:
  explicit RootRules(const LinkInputs &Inputs);

  /// Why the linker keeps a section of the image, in words; null if only a reference can keep it.
  const char *whyKept(const ObjectSection &Section) const;

private:
  std::vector<llvm::GlobPattern> Kept;
};

/// NAME, if a symbol is the linker's __start_NAME or __stop_NAME; else empty.
llvm::StringRef sectionOfBorder(llvm::StringRef Symbol);

/// Checks that the entry point is right and that the image has all sections that a linker keeps
/// without a reference.
void checkRoots(const LinkedProgram &Program, ChosenDefinitions &Definitions,
                const Complaint &Complain);
/// Checks that nothing is larger than in the full image, if there is one.
void checkGrowth(const LinkedProgram &Program, const Complaint &Complain);
/// Finds code of dropped kernels. In an LTO object, such code is an error unless something refers
/// to it.
std::vector<LeftoverCode> findLeftovers(const LinkedProgram &Program, const Complaint &Complain);

} // namespace etprune
