// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memories of a device as the linker scripts of a link describe them.
//
// GNU ld writes them into its map; LLD does not, so for its links the MEMORY commands are read
// here, with as much of the expression language as they use in practice: numbers with their
// suffixes, arithmetic, ORIGIN and LENGTH of other regions, and symbols with one assignment in the
// scripts or by --defsym. An expression that goes beyond that is not guessed at: then there are no
// regions, and the image's segments tell where the table lies.

#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>
#include <vector>

namespace etprune {

/// A memory of the device, as a MEMORY command or GNU ld's map describes it.
struct MemoryRegion {
  std::string Name;
  uint64_t Origin = 0;
  uint64_t Length = 0;
  std::string Attributes; ///< as written, or as GNU ld's map prints them: "rx", "rw!x", or empty
};

/// A script's text under the name that INCLUDE may call it by.
struct ScriptText {
  llvm::StringRef Path;
  llvm::StringRef Text;
};

/// The regions of all MEMORY commands in the order of the scripts; none where one of them cannot be
/// evaluated. `Definitions` are --defsym's "name=expression".
std::vector<MemoryRegion> memoryRegions(llvm::ArrayRef<ScriptText> Scripts,
                                        llvm::ArrayRef<std::string> Definitions);

} // namespace etprune
