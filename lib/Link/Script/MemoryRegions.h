// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory regions of a device, from the MEMORY commands of linker scripts. Unlike GNU ld, LLD
// does not write the regions into its map. Only expressions that occur in practice are evaluated:
// numbers with suffixes, arithmetic, ORIGIN and LENGTH of other regions, and symbols with one
// assignment in the scripts or by --defsym.

#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace etprune {

struct MemoryRegion {
  std::string Name;
  uint64_t Origin = 0;
  uint64_t Length = 0;
  std::string Attributes; ///< as in the script or in GNU ld's map: "rx", "rw!x", or empty
};

struct ScriptText {
  llvm::StringRef Path;
  llvm::StringRef Text;
};

/// The regions of all MEMORY commands, in script order. The result is empty if et-prune cannot
/// evaluate one of the regions. `Definitions` are --defsym's "name=expression".
std::vector<MemoryRegion> memoryRegions(llvm::ArrayRef<ScriptText> Scripts,
                                        llvm::ArrayRef<llvm::StringRef> Definitions);

} // namespace etprune
