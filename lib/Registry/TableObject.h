// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the registration table as an object that is added to a link.
//
// The table object comes second in the link. The first object must stay the first, because GNU ld
// takes the ABI, the place of its own sections (`.plt`, `.eh_frame`) and the order of properties
// from it. The archives come later, so that the linker loads the kernels to which the table refers.
//
// The table is in `.data.rel.ro` only if the link's options need it (`-pie`, `-shared`), because
// `.data.rel.ro` takes RAM in firmware at a fixed address.

#pragma once

#include "Registry/Resolver.h"

namespace etprune {

struct RegistryParts {
  unsigned EntryWords = 3; ///< words of an entry: name, key, function; 2 without the key
  // For programs that register kernels at run time:
  bool IsStorage = false;    ///< defines TableStorageSymbol and TableCountSymbol
  bool IsAllKernels = false; ///< defines RegisteredKernelsSymbol as null: no other kernels exist
  std::string Initializer;   ///< a function to call before main; may be empty
  /// The function to call before main with the table's address and number of entries; may be empty.
  std::string RegisterFunction;
  /// Symbols that load archive members which GNU ld would not load (Link/Inputs/ArchiveOrder.h).
  std::vector<std::string> Undefined;
};

/// The object has one record per entry, in their order, and the properties of `Target`.
llvm::Expected<llvm::SmallVector<char, 0>> writeTableObject(llvm::ArrayRef<TableEntry> Entries,
                                                            const TargetInfo &Target,
                                                            bool PositionIndependent,
                                                            const RegistryParts &Parts = {});

} // namespace etprune
