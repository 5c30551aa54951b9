// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the registration table as an object that is added to a link, and defines its symbols.
//
// The table object comes after the link's first object, from which GNU ld takes the ABI, the place
// of its own sections (`.plt`, `.eh_frame`) and the order of properties. It comes before every
// archive, so that its references load the kernels.
//
// The link's options (`-pie`, `-shared`) decide whether the table is in `.data.rel.ro`; the
// objects' own code model does not. Position-independent objects can make fixed-position firmware,
// too, where that section would be in RAM.

#pragma once

#include "Registry/TableEntries.h"

#include "llvm/ADT/SmallVector.h"

namespace etprune {

/// The parts of a table object besides the table.
struct RegistryParts {
  unsigned EntryWords = 3; ///< words of an entry: name, key, function; 2 without the key
  // Where a program registers kernels at run time:
  bool IsStorage = false;    ///< defines TableStorageSymbol and TableCountSymbol
  bool IsAllKernels = false; ///< defines RegisteredKernelsSymbol as null: no other kernels
  std::string Initializer;   ///< a function to call before main; may be empty
  /// The function to call before main with the table's address and number of entries; may be empty.
  std::string RegisterFunction;
  /// Symbols that load archive members which GNU ld would not load (Link/Inputs/ArchiveOrder.h).
  std::vector<std::string> Undefined;
};

/// Writes the table object: one record per entry, in their order. The object has the properties of
/// `Target`, so it changes no property of a link with such an object.
llvm::Expected<llvm::SmallVector<char, 0>> writeTableObject(llvm::ArrayRef<TableEntry> Entries,
                                                            const TargetInfo &Target,
                                                            bool PositionIndependent,
                                                            const RegistryParts &Parts = {});

} // namespace etprune
