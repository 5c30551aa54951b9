// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A memory of the device, as a MEMORY command of a linker script or GNU ld's map describes it.

#pragma once

#include <cstdint>
#include <string>

namespace etprune {

struct MemoryRegion {
  std::string Name;
  uint64_t Origin = 0;
  uint64_t Length = 0;
  std::string Attributes; ///< as written, or as GNU ld's map prints them: "rx", "rw!x", or empty
};

} // namespace etprune
