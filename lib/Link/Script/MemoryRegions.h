// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory regions of a device, from the linker scripts of a link.
//
// GNU ld writes the regions into its map, but LLD does not. For links by LLD, this file reads the
// MEMORY commands. It evaluates only the expressions that they use in practice: numbers with
// suffixes, arithmetic, ORIGIN and LENGTH of other regions, and symbols with one assignment in the
// scripts or by --defsym. If any expression uses more, there are no regions, and the image's
// segments show where the table is.

#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>
#include <vector>

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

/// The regions of all MEMORY commands, in script order; none if one of them cannot be evaluated.
/// `Definitions` are --defsym's "name=expression".
std::vector<MemoryRegion> memoryRegions(llvm::ArrayRef<ScriptText> Scripts,
                                        llvm::ArrayRef<llvm::StringRef> Definitions);

} // namespace etprune
