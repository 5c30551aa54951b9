// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads a pruned image back and compares it with its plan. No check trusts the code that did the
// relink: the table is read from the image's bytes, the list of sections from the linker's map, the
// references from the objects that were linked. An image that fails a check is never written.
//
// Two correct links of the same objects may differ. So most checks do not compare the image
// with the full image. The checks also allow for these differences:
//
// - If a name has several definitions, the image's symbol table tells which one the link chose.
// - SHF_MERGE: linkers merge equal strings and constants, so a reference must lead to equal bytes.
// - Identical code folding: the linker may replace a section by an equal one.
// - Relaxation, veneers, PLT and GOT: only words that no linker rewrites are compared.
// - .eh_frame, .sframe and .ARM.exidx: the linker copies only the entries of live code, so the
//   references of these sections are not checked.
// - Sections of one object that share a name (-fno-unique-section-names): the map cannot tell them
//   apart, but a symbol can. A section without a symbol is not checked.

#pragma once

#include "Image/KernelTable.h"
#include "Prune/ChosenDefinitions.h"

#include "llvm/Support/GlobPattern.h"

namespace etprune {

struct LeftoverCode {
  const KernelRecord *Record;
  /// The names of the objects that refer to the code. After the name of an LTO object comes the
  /// name of the section that refers to the code. Empty if a script or an option keeps the code.
  std::vector<std::string> Referrers;
};

/// Runs all checks and reports all errors at once. Returns the code of dropped kernels that is
/// still in the image for another reason, for example because a kept kernel calls it.
llvm::Expected<std::vector<LeftoverCode>> verifyImage(const LinkedProgram &Program);

/// Checks that the registration table is in the same memory as the program's code or constants. The
/// wrapper calls this function for the full link, too.
llvm::Error checkTablePlacement(const ElfImage &Image, const LinkMap &Map, KernelTableRange Table);

/// Describes a part of the image or the map that the linker did not write, perhaps because the disk
/// was full. Empty if the image and the map are complete. `MapText` is the text of the map.
std::string findMissingOutput(const ElfImage &Image, const LinkMap &Map, llvm::StringRef MapText);

void checkReferences(const LinkedProgram &Program, ChosenDefinitions &Definitions,
                     const Complaint &Complain);
/// Checks the entry point and the sections that a linker keeps without a reference.
void checkRoots(const LinkedProgram &Program, ChosenDefinitions &Definitions,
                const Complaint &Complain);
void checkGrowth(const LinkedProgram &Program, const Complaint &Complain);

class RootRules {
public:
  explicit RootRules(const LinkInputs &Inputs);

  /// Why the linker keeps a section of the image, in words; null if only a reference can keep it.
  const char *whyKept(const ObjectSection &Section) const;

private:
  std::vector<llvm::GlobPattern> Kept;
};

/// Returns NAME for the linker's symbols __start_NAME and __stop_NAME; "" for other symbols.
llvm::StringRef sectionOfBorder(llvm::StringRef Symbol);

} // namespace etprune
