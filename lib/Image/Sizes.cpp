// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Addresses are compared as differences to an origin, because a region or segment may end at the
// end of the address space.

#include "Image/Sizes.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/ELF.h"

#include <algorithm>

using namespace llvm;

namespace etprune {
namespace {

struct Range {
  uint64_t Start;
  uint64_t End;
};

bool occupiesMemory(const SectionSummary &Section) {
  return Section.isAllocated() && !Section.isThreadLocalZeros() && Section.Size != 0;
}

/// Bytes between ranges that follow each other within one of the segments.
uint64_t gapsWithin(std::vector<Range> Ranges, ArrayRef<Range> Segments) {
  sort(Ranges, [](const Range &A, const Range &B) { return A.Start < B.Start; });
  uint64_t Gaps = 0;
  // Sections may overlap (overlays), so that the furthest end so far counts.
  uint64_t Reached = Ranges.empty() ? 0 : Ranges.front().End;
  for (const Range &R : Ranges) {
    if (Reached < R.Start &&
        any_of(Segments, [&](const Range &S) { return S.Start < Reached && R.Start < S.End; }))
      Gaps += R.Start - Reached;
    Reached = std::max(Reached, R.End);
  }
  return Gaps;
}

} // namespace

bool occupiesRam(const SectionSummary &Section) {
  return occupiesMemory(Section) &&
         (Section.isWritable() || Section.Address != Section.LoadAddress);
}

std::vector<RegionUsage> usageByRegion(const std::vector<MemoryRegion> &Regions,
                                       const ImageSummary &Image) {
  std::vector<RegionUsage> Usage;
  for (const MemoryRegion &Region : Regions)
    Usage.push_back({Region.Name, Region.Origin, Region.Length, 0});

  auto place = [&](uint64_t Address, uint64_t Size) {
    RegionUsage *Smallest = nullptr;
    for (RegionUsage &Region : Usage)
      if (Address >= Region.Origin && Address - Region.Origin < Region.Length &&
          (!Smallest || Region.Length < Smallest->Length))
        Smallest = &Region;
    if (Smallest)
      Smallest->Used = std::max(Smallest->Used, Address - Smallest->Origin + Size);
  };
  for (const SectionSummary &Section : Image.Sections) {
    if (!occupiesMemory(Section))
      continue;
    place(Section.Address, Section.Size);
    if (Section.hasContent())
      place(Section.LoadAddress, Section.Size);
  }
  return Usage;
}

std::vector<RegionUsage> usageBySegmentKind(const ImageSummary &Image) {
  ImageTotals Totals = imageTotals(Image);
  return {{"text", 0, 0, Totals.Text}, {"data", 0, 0, Totals.Data}, {"bss", 0, 0, Totals.Bss}};
}

ImageTotals imageTotals(const ImageSummary &Image) {
  ImageTotals Totals;
  std::vector<Range> Stored, Ram, StoredSegments, RamSegments;
  for (const SegmentSummary &S : Image.Segments) {
    if (S.Type != ELF::PT_LOAD)
      continue;
    StoredSegments.push_back({S.PhysicalAddress, S.PhysicalAddress + S.FileSize});
    RamSegments.push_back({S.VirtualAddress, S.VirtualAddress + S.MemorySize});
  }
  for (const SectionSummary &S : Image.Sections) {
    if (!S.isAllocated())
      continue;
    if (!S.hasContent())
      Totals.Bss += S.Size;
    else if (S.isWritable() && !S.isExecutable())
      Totals.Data += S.Size;
    else
      Totals.Text += S.Size;
    if (!occupiesMemory(S))
      continue;
    if (S.hasContent()) {
      Totals.Stored += S.Size;
      Stored.push_back({S.LoadAddress, S.LoadAddress + S.Size});
    }
    if (occupiesRam(S)) {
      Totals.Ram += S.Size;
      Ram.push_back({S.Address, S.Address + S.Size});
    }
  }
  Totals.StoredGaps = gapsWithin(std::move(Stored), StoredSegments);
  Totals.RamGaps = gapsWithin(std::move(Ram), RamSegments);
  Totals.Stored += Totals.StoredGaps;
  Totals.Ram += Totals.RamGaps;
  return Totals;
}

} // namespace etprune
