// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decides which memories of a device are flash and which are RAM.
//
// Nothing in a link says which is which: the attributes in a MEMORY command are often (rwx)
// everywhere, names follow no rule, and a section's flags mislead. So the images' sections in a
// region decide its kind. The first rule that applies counts:
//
// - A region is RAM if start-up code copies a section into it, or if it has variables without a
//   value (.bss, COMMON).
// - A region that sections are copied from is flash.
// - A region that stores the values of variables in place (.data) is RAM, and a loader fills it.
// - A region with other content that stays in place is flash, because it is only read.
// - A region with only reservations, a stack or a heap, is RAM unless its attributes lack the w.
//
// Both images of a comparison count, because pruning may empty a region. On a host, flash is the
// stored part, and RAM is the writable part.

#pragma once

#include "Image/ImageSummary.h"
#include "Image/LinkMap.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace etprune {

/// An image and the map of the link that made it.
struct LinkedImage {
  const LinkMap &Map;
  const ImageSummary &Image;
};

enum class MemoryKind { Flash, Ram };

struct Occupancy {
  uint64_t Address = 0;
  MemoryKind Kind = MemoryKind::Flash;
  int Region = -1; ///< index into Memories::regions(), or -1 outside of all
};

class Memories {
public:
  /// The memories of a link without regions, as on hosts.
  Memories() = default;
  Memories(std::vector<MemoryRegion> Regions, llvm::ArrayRef<LinkedImage> Images);

  const std::vector<MemoryRegion> &regions() const { return Regions; }
  MemoryKind kind(size_t Region) const { return Kinds[Region]; }

  /// The memories of a section: at its address and, if its content is stored elsewhere, at its load
  /// address. None for sections that take no memory.
  llvm::SmallVector<Occupancy, 2> occupiedBy(const SectionSummary &Section) const;

private:
  Occupancy at(uint64_t Address, MemoryKind Outside) const;

  std::vector<MemoryRegion> Regions;
  std::vector<MemoryKind> Kinds; ///< of Regions
};

/// The smallest region that holds the address, or -1. Scripts may describe a memory and its parts.
int findRegion(llvm::ArrayRef<MemoryRegion> Regions, uint64_t Address);

/// True for an allocated section that is not empty and not .tbss, whose zeros each thread gets.
bool occupiesMemory(const SectionSummary &Section);

} // namespace etprune
