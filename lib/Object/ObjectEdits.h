// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Edits a copy of an object for a link without some kernels. Most edits only overwrite bytes, such
// as `sh_flags` or `st_info`. New symbols move the symbol table to the end of the file. So all code
// and data stay at their offsets in the file.

#pragma once

#include "Object/InputObject.h"

#include "llvm/ADT/SmallVector.h"

#include <map>
#include <string>
#include <vector>

namespace etprune {

/// A global hidden symbol that is added to an object's copy.
struct NewSymbol {
  std::string Name;
  uint32_t Section = 0; ///< 0 if the symbol is undefined in this object
  uint64_t Value = 0;
  uint64_t Size = 0;
};

struct ObjectEdits {
  /// Sections that get SHF_EXCLUDE, which overrides KEEP() and SHF_GNU_RETAIN.
  std::vector<uint32_t> ExcludedSections;
  /// Sections that lose SHF_GNU_RETAIN. A section that is also excluded keeps the flag.
  std::vector<uint32_t> ReleasedSections;
  std::vector<uint32_t> WeakenedSymbols; ///< undefined symbols that become weak
  std::vector<NewSymbol> NewSymbols;
  /// Maps the index of a section to an index in NewSymbols. In allocated sections, relocations to
  /// the section's symbols become relocations to the new symbol.
  std::map<uint32_t, size_t> Retargeted;
  /// Section and offset of each string to overwrite with zeros. Linkers then merge these strings.
  std::vector<std::pair<uint32_t, uint64_t>> EmptiedStrings;

  bool empty() const {
    return ExcludedSections.empty() && ReleasedSections.empty() && WeakenedSymbols.empty() &&
           NewSymbols.empty() && EmptiedStrings.empty();
  }
};

llvm::SmallVector<char, 0> editedObject(const InputObject &Object, const ObjectEdits &Edits);

/// A substitute without code for an archive member that a link does not load. It defines the same
/// global symbols in the same order, because LLD orders the image's symbols by all members' names,
/// loaded or not. Its section has SHF_EXCLUDE, so that a link that loads the substitute fails.
llvm::SmallVector<char, 0> namesOnly(const InputObject &Object);

} // namespace etprune
