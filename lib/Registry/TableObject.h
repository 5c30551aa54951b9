// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The registration table as an object that is added to a link, and the names that it defines.
//
// The table object stands behind the link's first object, not before it. GNU ld takes the ABI, the
// place of its own sections (`.plt`, `.eh_frame`) and the order of properties from the first
// object, and so does whoever compares a wrapped link with a plain one. Before every archive it
// still pulls in the kernels. Where a link begins with an archive or a script, it comes first.
//
// The link's options decide whether the table lies in `.data.rel.ro` (`-pie`, `-shared`), not how
// the objects were compiled: position-independent objects make fixed-position firmware as well,
// where that section would be in RAM.

#pragma once

#include "Registry/TableEntries.h"

#include "llvm/ADT/SmallVector.h"

namespace etprune {

/// The parts of a table object besides the table.
struct RegistryParts {
  unsigned EntryWords = 3; ///< of an entry: name, key, function; 2 without the key
  // Where a program registers kernels at run time:
  bool IsStorage = false;    ///< TableStorageSymbol and TableCountSymbol
  bool IsAllKernels = false; ///< RegisteredKernelsSymbol, a null pointer: there are no others
  std::string Initializer;   ///< a function that is called before main; may be empty
  /// The function that the table is passed to before main, by address and number of its entries;
  /// may be empty.
  std::string RegisterFunction;
  /// Symbols that load archive members which GNU ld would pass by (Link/Inputs/ArchiveOrder.h).
  std::vector<std::string> Undefined;
};

/// Writes the table object: one record per entry, in their order. As a whole it says what `Target`
/// says, so that it changes nothing in a link that has an object like that.
llvm::Expected<llvm::SmallVector<char, 0>> writeTableObject(llvm::ArrayRef<TableEntry> Entries,
                                                            const TargetInfo &Target,
                                                            bool PositionIndependent,
                                                            const RegistryParts &Parts = {});

} // namespace etprune
