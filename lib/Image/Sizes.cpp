// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Image/Sizes.h"

#include "Object/RecordNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/ELF.h"

#include <algorithm>
#include <map>

using namespace llvm;

namespace etprune {
namespace {

/// In bytes. A gap outside of all segments counts as padding only if it is smaller. A larger gap is
/// memory that the script leaves free.
constexpr uint64_t LargestPadding = 64;

struct Range {
  uint64_t Start;
  uint64_t End;
  int Region = -1;
};

/// The bytes of gaps between adjacent ranges of a region, by the region's index. Gaps within a
/// segment count. Outside of segments, only gaps below LargestPadding count, and only in a region.
std::map<int, uint64_t> gapsBetween(std::vector<Range> Ranges, ArrayRef<Range> Segments) {
  sort(Ranges, [](const Range &A, const Range &B) { return A.Start < B.Start; });
  std::map<int, uint64_t> Gaps;
  // Sections may overlap (overlays), so the highest end so far counts.
  Range Reached = Ranges.empty() ? Range() : Ranges.front();
  for (const Range &R : Ranges) {
    if (Reached.End < R.Start && Reached.Region == R.Region) {
      const bool IsClose = R.Region >= 0 && R.Start - Reached.End < LargestPadding;
      if (IsClose || any_of(Segments, [&](const Range &S) {
            return S.Start < Reached.End && R.Start < S.End;
          }))
        Gaps[R.Region] += R.Start - Reached.End;
    }
    if (R.End > Reached.End)
      Reached = R;
  }
  return Gaps;
}

} // namespace

std::vector<RegionUsage> usageOf(const std::vector<MemoryRegion> &Regions,
                                 const ImageSummary &Image) {
  if (Regions.empty()) {
    const ImageTotals Totals = imageTotals(Image);
    return {{"text", 0, 0, Totals.Text}, {"data", 0, 0, Totals.Data}, {"bss", 0, 0, Totals.Bss}};
  }
  std::vector<RegionUsage> Usage;
  for (const MemoryRegion &Region : Regions)
    Usage.push_back({Region.Name, Region.Origin, Region.Length, 0});

  // The end is computed relative to the region's origin, because an absolute end would overflow in
  // a region at the end of the address space.
  auto use = [&](uint64_t Address, uint64_t Size) {
    if (const int Region = findRegion(Regions, Address); Region >= 0)
      Usage[Region].Used = std::max(Usage[Region].Used, Address - Usage[Region].Origin + Size);
  };
  for (const SectionSummary &Section : Image.Sections) {
    if (!occupiesMemory(Section))
      continue;
    use(Section.Address, Section.Size);
    if (Section.hasContent())
      use(Section.LoadAddress, Section.Size);
  }
  return Usage;
}

ImageTotals imageTotals(const ImageSummary &Image, const Memories &Device) {
  ImageTotals Totals;
  std::vector<Range> Stored, Ram, Segments;
  for (const SegmentSummary &S : Image.Segments) {
    if (S.Type != ELF::PT_LOAD)
      continue;
    Segments.push_back({S.PhysicalAddress, S.PhysicalAddress + S.FileSize});
    Segments.push_back({S.VirtualAddress, S.VirtualAddress + S.MemorySize});
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
    for (const Occupancy &Taken : Device.occupiedBy(S)) {
      const bool IsRam = Taken.Kind == MemoryKind::Ram;
      (IsRam ? Totals.Ram : Totals.Stored) += S.Size;
      (IsRam ? Ram : Stored).push_back({Taken.Address, Taken.Address + S.Size, Taken.Region});
    }
  }
  auto AddGaps = [&](MemoryKind Kind, std::vector<Range> Ranges, uint64_t &Gaps, uint64_t &Sum) {
    for (const auto &[Region, Bytes] : gapsBetween(std::move(Ranges), Segments)) {
      Totals.Gaps.push_back({Kind, Region, Bytes});
      Gaps += Bytes;
    }
    Sum += Gaps;
  };
  AddGaps(MemoryKind::Flash, std::move(Stored), Totals.StoredGaps, Totals.Stored);
  AddGaps(MemoryKind::Ram, std::move(Ram), Totals.RamGaps, Totals.Ram);
  return Totals;
}

DenseMap<ObjectName, uint64_t> objectSizes(const LinkMap &Map, const ImageSummary &Image) {
  DenseMap<ObjectName, uint64_t> Sizes;
  for (const MapSection &Output : Map.Sections)
    if (const SectionSummary *Section = Image.findSection(Output.Name);
        Section && Section->isAllocated())
      for (const Contribution &C : Output.Contributions)
        Sizes[{C.File, C.Member}] += C.Size;
  return Sizes;
}

StringMap<KernelCode> kernelCode(const LinkMap &Map) {
  StringMap<KernelCode> Kernels;
  for (const MapSection &Output : Map.Sections)
    for (const Contribution &C : Output.Contributions) {
      const StringRef Id = kernelOfCode(C.Section);
      if (C.Size == 0 || Id.empty())
        continue;
      KernelCode &Code = Kernels[Id];
      Code.Object = {C.File, C.Member};
      Code.Size += C.Size;
    }
  return Kernels;
}

} // namespace etprune
