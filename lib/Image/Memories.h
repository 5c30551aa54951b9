// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decides which memories of a device are flash and which are RAM.
//
// Engineers count flash and RAM separately, but nothing in a link says which is which. The
// attributes in a MEMORY command are often (rwx) everywhere. Names follow no rule (`iram` may be
// mapped flash). A section's flags mislead, too: a vector table from C is writable and is in flash,
// and constants may run from RAM. So the images' sections in a region decide its kind. The first
// rule that applies counts:
//
// - A region is RAM if start-up code copies a section into it, or if it has variables without a
//   value (.bss, COMMON).
// - A region that sections are copied from is flash.
// - A region that stores the values of variables in place (.data) is RAM, and a loader fills it.
// - A region with other content that stays in place is flash, because it is only read.
// - A region with only reservations, a stack or a heap, is RAM unless its attributes lack the w.
//
// So a memory that a boot loader fills only with code counts as flash, and a program that a loader
// puts into RAM has no flash (report-schema.md). Both images of a comparison count, because pruning
// may empty a region. On a host, flash is the stored part, and RAM is the writable part.

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

/// A place in memory that a section occupies with all of its bytes.
struct Occupancy {
  uint64_t Address = 0;
  MemoryKind Kind = MemoryKind::Flash;
  int Region = -1; ///< index into Memories::regions(), or -1 outside of all
};

class Memories {
public:
  /// The memories of a link without regions, as on hosts. Sections with content count as stored;
  /// writable sections, and sections copied to another address, take RAM.
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

/// The smallest region that holds the address, or -1. Regions may overlap, because scripts describe
/// a memory and also its parts.
int findRegion(llvm::ArrayRef<MemoryRegion> Regions, uint64_t Address);

/// True for an allocated section that is not empty and not .tbss, whose zeros each thread gets.
bool occupiesMemory(const SectionSummary &Section);

} // namespace etprune
