// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory that an image takes, counted in two ways. usageOf() counts how far each region of the
// script is filled, as the linker's --print-memory-usage does. imageTotals() sums the bytes of
// sections and padding in flash and in RAM.
//
// imageTotals() does not count large gaps outside of segments, because a script leaves this room
// free. If a stack is at the end of the RAM, usageOf() always counts all of the RAM, but
// imageTotals() shows savings.

#pragma once

#include "Image/Memories.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

namespace etprune {

struct RegionUsage {
  std::string Name;
  uint64_t Origin = 0;
  uint64_t Length = 0; ///< 0 for text, data and bss, which have no limit
  uint64_t Used = 0;   ///< from the origin to the highest end of a section
};

struct MemoryGap {
  MemoryKind Kind = MemoryKind::Flash;
  int Region = -1; ///< index into Memories::regions(), or -1 outside all regions
  uint64_t Bytes = 0;
};

struct ImageTotals {
  /// Bytes in flash; on a host, all stored bytes of the program. Stored includes StoredGaps, and
  /// Ram includes RamGaps. A gap counts if it is within a segment, or small and in a region.
  uint64_t Stored = 0;
  uint64_t Ram = 0;
  uint64_t StoredGaps = 0;
  uint64_t RamGaps = 0;
  std::vector<MemoryGap> Gaps; ///< the sum of the gaps in each region that has gaps
  /// As the program `size` counts: read-only or executable, writable, zero-filled.
  uint64_t Text = 0;
  uint64_t Data = 0;
  uint64_t Bss = 0;
};

/// The usage of each region, in the order of Regions. Without regions, the result has the sizes of
/// the image's "text", "data" and "bss".
std::vector<RegionUsage> usageOf(const std::vector<MemoryRegion> &Regions,
                                 const ImageSummary &Image);

ImageTotals imageTotals(const ImageSummary &Image, const Memories &Device = Memories());

/// An object as maps name it: its file and, in an archive, its member.
using ObjectName = std::pair<llvm::StringRef, llvm::StringRef>;

llvm::DenseMap<ObjectName, uint64_t> objectSizes(const LinkMap &Map, const ImageSummary &Image);

struct KernelCode {
  ObjectName Object;
  uint64_t Size = 0;
};

/// The code of each kernel by its id, `<op>-<variant>-<library>`.
llvm::StringMap<KernelCode> kernelCode(const LinkMap &Map);

} // namespace etprune
