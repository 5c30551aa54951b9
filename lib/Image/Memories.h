// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decides which memories of a device are flash and which are RAM.
//
// Nothing in a link tells flash from RAM: the attributes in a MEMORY command are often (rwx) for
// all regions, names follow no rule, and a section's flags mislead. The kind of a region therefore
// follows from the sections in the region. The first rule that applies decides:
//
// - A region is RAM if start-up code copies a section into it, or if it has variables without an
//   initial value (.bss, COMMON).
// - A region that sections are copied from is flash.
// - A region is RAM if it has variables with an initial value (.data) that no start-up code copies.
//   A loader or debugger then writes the values into the RAM.
// - A region with other content is flash, because the program only reads this content.
// - A region without content, for example with only a stack or a heap, is flash if its attributes
//   are given and have no w. Otherwise the region is RAM.
//
// If a report compares two images, the sections of both images decide, because pruning may empty a
// region.
//
// On hosts, links have no regions. All stored content then counts as flash, and all writable
// sections count as RAM.

#pragma once

#include "Image/ImageSummary.h"
#include "Image/LinkMap.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace etprune {

struct LinkedImage {
  const LinkMap &Map;
  const ImageSummary &Image;
};

enum class MemoryKind { Flash, Ram };

struct Occupancy {
  uint64_t Address = 0;
  MemoryKind Kind = MemoryKind::Flash;
  int Region = -1; ///< index into Memories::regions(), or -1 outside all regions
};

class Memories {
public:
  /// The memories of a link without regions, as on hosts.
  Memories() = default;
  Memories(std::vector<MemoryRegion> Regions, llvm::ArrayRef<LinkedImage> Images);

  const std::vector<MemoryRegion> &regions() const { return Regions; }
  MemoryKind kind(size_t Region) const { return Kinds[Region]; }

  /// The memories that a section takes: at its address and, if its content is stored elsewhere, at
  /// its load address. Without regions, .data takes flash and RAM, and read-only sections take only
  /// flash. Empty for sections that take no memory.
  llvm::SmallVector<Occupancy, 2> occupiedBy(const SectionSummary &Section) const;

private:
  Occupancy at(uint64_t Address, MemoryKind Outside) const;

  std::vector<MemoryRegion> Regions;
  std::vector<MemoryKind> Kinds; ///< for each region
};

/// The index of the smallest region that contains the address, or -1. Regions overlap if a script
/// describes a memory and also parts of the memory.
int findRegion(llvm::ArrayRef<MemoryRegion> Regions, uint64_t Address);

/// False for .tbss, because each thread allocates its own copy.
bool occupiesMemory(const SectionSummary &Section);

} // namespace etprune
