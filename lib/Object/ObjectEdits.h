// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Edits a copy of an object for a link without some kernels. An edit changes a field in place
// (`sh_flags`, `st_info`), so that no section of the program moves.

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
  std::vector<uint32_t> ExcludedSections; ///< get SHF_EXCLUDE, which overrides KEEP and retain
  std::vector<uint32_t> ReleasedSections; ///< lose SHF_GNU_RETAIN, if they are not excluded
  std::vector<uint32_t> WeakenedSymbols;  ///< undefined symbols that become weak
  std::vector<NewSymbol> NewSymbols;
  /// References to the section become references to the new symbol with this index.
  std::map<uint32_t, size_t> Retargeted;
  /// Strings to make empty: section and offset.
  std::vector<std::pair<uint32_t, uint64_t>> EmptiedStrings;

  bool empty() const {
    return ExcludedSections.empty() && ReleasedSections.empty() && WeakenedSymbols.empty() &&
           NewSymbols.empty() && EmptiedStrings.empty();
  }
};

llvm::SmallVector<char, 0> editedObject(const InputObject &Object, const ObjectEdits &Edits);

/// Reduces an archive member that a link does not load to an object that defines the same global
/// symbols in the same order, all in one section with SHF_EXCLUDE. LLD enters the names of all
/// members into its symbol table before it loads any member, and the image's symbols are in this
/// order. If a link loads the object nevertheless, the link fails, because references to these
/// symbols become undefined.
llvm::SmallVector<char, 0> namesOnly(const InputObject &Object);

} // namespace etprune
