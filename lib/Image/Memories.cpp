// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Image/Memories.h"

#include "Support/Numbers.h"

using namespace llvm;

namespace etprune {

namespace {

struct RegionUse {
  bool CopiedInto = false;
  bool CopiedFrom = false;
  bool HasZeros = false;     ///< variables without an initial value
  bool HasVariables = false; ///< variables with an initial value
  bool HasContent = false;

  MemoryKind kind(const MemoryRegion &Region) const {
    if (CopiedInto || HasZeros)
      return MemoryKind::Ram;
    if (CopiedFrom)
      return MemoryKind::Flash;
    if (HasVariables)
      return MemoryKind::Ram;
    const StringRef Allowed = StringRef(Region.Attributes).split('!').first;
    const bool IsReadOnly = !Allowed.empty() && !Allowed.contains_insensitive("w");
    return HasContent || IsReadOnly ? MemoryKind::Flash : MemoryKind::Ram;
  }
};

bool isNamed(StringRef Section, StringRef Kind) {
  return Section.consume_front(Kind) && (Section.empty() || Section[0] == '.');
}

/// Notes whether an output section has variables: input sections with a compiler's names, such as
/// .bss or .data. Memory that a script reserves, for example a heap, has no such input section.
void addVariables(RegionUse &Use, const SectionSummary &Section, const MapSection &InMap) {
  for (const Contribution &C : InMap.Contributions) {
    if (C.Fill || C.Size == 0)
      continue;
    const StringRef Name = C.Section;
    if (!Section.hasContent())
      Use.HasZeros |= isNamed(Name, ".bss") || isNamed(Name, ".sbss") || Name == "COMMON";
    else if (Section.isWritable())
      Use.HasVariables |=
          isNamed(Name, ".sdata") || (isNamed(Name, ".data") && !isNamed(Name, ".data.rel.ro"));
  }
}

} // namespace

int findRegion(ArrayRef<MemoryRegion> Regions, uint64_t Address) {
  int Smallest = -1;
  for (size_t I = 0; I < Regions.size(); ++I)
    if (containsRange(Regions[I].Origin, Regions[I].Length, Address, 1) &&
        (Smallest < 0 || Regions[I].Length < Regions[Smallest].Length))
      Smallest = static_cast<int>(I);
  return Smallest;
}

bool occupiesMemory(const SectionSummary &Section) {
  return Section.isAllocated() && !Section.isThreadLocalZeros() && Section.Size != 0;
}

Memories::Memories(std::vector<MemoryRegion> All, ArrayRef<LinkedImage> Images)
    : Regions(std::move(All)) {
  std::vector<RegionUse> Uses(Regions.size());
  for (const LinkedImage &Linked : Images) {
    for (const SectionSummary &Section : Linked.Image.Sections) {
      const int Run = findRegion(Regions, Section.Address);
      if (!occupiesMemory(Section) || Run < 0)
        continue;
      Uses[Run].HasContent |= Section.hasContent();
      if (const MapSection *InMap = Linked.Map.findSection(Section.Name))
        addVariables(Uses[Run], Section, *InMap);
      const int Stored = findRegion(Regions, Section.LoadAddress);
      if (Section.hasContent() && Stored >= 0 && Stored != Run)
        Uses[Run].CopiedInto = Uses[Stored].CopiedFrom = true;
    }
  }
  for (size_t I = 0; I < Regions.size(); ++I)
    Kinds.push_back(Uses[I].kind(Regions[I]));
}

Occupancy Memories::at(uint64_t Address, MemoryKind Outside) const {
  const int Region = findRegion(Regions, Address);
  return {Address, Region < 0 ? Outside : Kinds[Region], Region};
}

SmallVector<Occupancy, 2> Memories::occupiedBy(const SectionSummary &Section) const {
  SmallVector<Occupancy, 2> Result;
  if (!occupiesMemory(Section))
    return Result;
  const bool IsCopied = Section.Address != Section.LoadAddress;
  const bool TakesRam = Section.isWritable() || IsCopied;
  if (Section.hasContent() && (Regions.empty() || IsCopied))
    Result.push_back(at(Section.LoadAddress, MemoryKind::Flash));
  if (!Regions.empty() || TakesRam)
    Result.push_back(at(Section.Address, TakesRam ? MemoryKind::Ram : MemoryKind::Flash));
  return Result;
}

} // namespace etprune
