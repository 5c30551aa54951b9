// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Prune/Estimate.h"

#include "Object/RecordNames.h"
#include "Prune/GoneParts.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace etprune {

namespace {

/// Gaps of less follow from alignment; larger ones are somebody's wish.
constexpr uint64_t LargestPadding = 64;

/// What linkers keep an address aligned to, going by the address alone.
uint64_t alignmentOf(uint64_t Address) {
  return Address == 0 ? 1 : std::min<uint64_t>(16, Address & -Address);
}

class Estimator {
public:
  Estimator(const CapturedLink &Link, const PrunePlan &Plan, const PreparedLink &Prepared,
            const LinkMap &Full, const ImageSummary &FullImage)
      : Link(Link), Plan(Plan), Prepared(Prepared), Full(Full), FullImage(FullImage),
        Parts(Link, Plan, Prepared, Full) {}
  Expected<PrunedLink> run();

private:
  using Part = const Contribution *;

  Error sizeTable();
  void sizeMadeParts();
  void sizeStrings();
  void sizeImports();
  void shrink(StringRef Output, uint64_t Bytes);
  uint64_t alignment(const Contribution &C, bool AfterFill) const;
  MapSection layOut(const MapSection &Old, uint64_t &Alignment);
  void placeSections(ImageSummary &Image, ArrayRef<uint64_t> OldSizes,
                     ArrayRef<uint64_t> Alignments) const;
  std::vector<LeftoverCode> leftovers() const;

  const CapturedLink &Link;
  const PrunePlan &Plan;
  const PreparedLink &Prepared;
  const LinkMap &Full;
  const ImageSummary &FullImage;

  GoneParts Parts;
  DenseMap<Part, uint64_t> NewSizes; ///< of parts that stay, but not as they are
  /// What the table adds to an output section that had none.
  std::map<StringRef, std::vector<Contribution>> Added;
  std::unique_ptr<InputObject> Table;
  uint64_t TableRelocations[2] = {}; ///< of the full program's table and of the new one
};

/// Takes bytes off the parts of an output section, the largest first.
void Estimator::shrink(StringRef Output, uint64_t Bytes) {
  const MapSection *Section = Full.findSection(Output);
  if (!Section)
    return;
  std::vector<Part> Largest;
  for (const Contribution &C : Section->Contributions)
    if (!C.Fill && C.Size)
      Largest.push_back(&C);
  llvm::stable_sort(Largest, [](Part A, Part B) { return A->Size > B->Size; });
  for (Part P : Largest) {
    uint64_t &Size = NewSizes.try_emplace(P, P->Size).first->second;
    const uint64_t Taken = std::min(Size, Bytes);
    Size -= Taken;
    Bytes -= Taken;
  }
}

/// The new table in the place of the old one, or where a program that had none
/// takes it.
Error Estimator::sizeTable() {
  if (Prepared.Table.empty())
    return Error::success();
  auto Parsed = InputObject::parse(
      MemoryBufferRef(StringRef(Prepared.Table.data(), Prepared.Table.size()), "table"), "table");
  if (!Parsed)
    return Parsed.takeError();
  Table = std::move(*Parsed);
  auto CountRelocations = [](const InputObject &Object) {
    uint64_t Count = 0;
    for (const ObjectSection &Section : Object.Sections)
      Count += Section.Flags & ELF::SHF_ALLOC ? Section.Relocations.size() : 0;
    return Count;
  };
  TableRelocations[1] = CountRelocations(*Table);
  // Strings that are merged with others' have no size of their own: what
  // changes is what counts.
  StringMap<uint64_t> FullSizes;
  if (!Link.Inputs->stockProgram()) {
    std::vector<KernelRecord> Records;
    for (const PlannedKernel &Kernel : Plan.Kept)
      Records.push_back(*Kernel.Record);
    for (const KernelRecord *Record : Plan.Dropped)
      Records.push_back(*Record);
    Selection All;
    All.AllOperators = true;
    auto FullPlan = resolve(Records, All);
    if (!FullPlan)
      return FullPlan.takeError();
    auto Bytes = writeTableObject(FullPlan->Kept, Table->Target, Link.Command.PositionIndependent);
    if (!Bytes)
      return Bytes.takeError();
    auto Object = InputObject::parse(
        MemoryBufferRef(StringRef(Bytes->data(), Bytes->size()), "table"), "table");
    if (!Object)
      return Object.takeError();
    TableRelocations[0] = CountRelocations(**Object);
    for (const ObjectSection &Section : (*Object)->Sections)
      if (Section.Flags & ELF::SHF_ALLOC)
        FullSizes[Section.Name] = Section.Size;
  }
  StringMap<uint64_t> Sizes;
  for (const ObjectSection &Section : Table->Sections)
    if ((Section.Flags & ELF::SHF_ALLOC) && Section.Type != ELF::SHT_NOTE)
      Sizes[Section.Name] = Section.Size;
  StringSet<> Done;
  for (const MapSection &Output : Full.Sections)
    for (const Contribution &C : Output.Contributions)
      if (auto Old = FullSizes.find(C.Section);
          Old != FullSizes.end() && C.Size && C.Section.contains("et_kernel_table")) {
        const uint64_t Goes = Old->second - std::min(Old->second, Sizes.lookup(C.Section));
        NewSizes[&C] = C.Size - std::min(C.Size, Goes);
        Done.insert(C.Section);
      }
  for (const ObjectSection &Section : Table->Sections) {
    if (!(Section.Flags & ELF::SHF_ALLOC) || !Section.Size || Section.Type == ELF::SHT_NOTE ||
        Done.contains(Section.Name) || FullSizes.count(Section.Name))
      continue;
    // Where most of what is named like it lies.
    StringRef Kind = Section.Name.starts_with(".data.rel.ro")
                         ? ".data.rel.ro"
                         : Section.Name.take_front(Section.Name.find('.', 1));
    const MapSection *Home = nullptr;
    uint64_t Most = 0;
    for (const MapSection &Output : Full.Sections) {
      uint64_t Bytes = 0;
      for (const Contribution &C : Output.Contributions)
        Bytes += C.Section.starts_with(Kind) ? C.Size : 0;
      if (Bytes > Most) {
        Most = Bytes;
        Home = &Output;
      }
    }
    if (!Home)
      continue;
    StringRef Name = Home->Name; // that of the section must outlive the table object
    for (StringRef Known : {".rodata.et_kernel_table", ".data.rel.ro.et_kernel_table",
                            ".rodata.et_kernel_table.str", ".text.et_kernel_table.register"})
      if (Section.Name == Known)
        Name = Known;
    Added[Home->Name].push_back({Name, "et_kernel_table.o", "", 0, Section.Size, false});
  }
  return Error::success();
}

/// Strings that nothing names any more: those of arrays that the table takes the place of, and,
/// where the linker shows the strings of all objects as one part, the sections of what goes.
void Estimator::sizeStrings() {
  constexpr uint64_t Strings = ELF::SHF_ALLOC | ELF::SHF_MERGE | ELF::SHF_STRINGS;
  StringSet<> Before, After;
  for (const InputObject *Object : Prepared.Objects) {
    std::vector<bool> IsNamed(Object->Sections.size()), Stays(Object->Sections.size());
    for (uint32_t I = 0; I < Object->Sections.size(); ++I)
      if (Parts.PartOf.count({Object, I}))
        for (const ObjectRelocation &R : Object->Sections[I].Relocations)
          if (uint32_t Named = Object->Symbols[R.Symbol].Section;
              Named != ObjectSymbol::Undefined && Named != ObjectSymbol::Elsewhere) {
            IsNamed[Named] = true;
            Stays[Named] = Stays[Named] || !Parts.isGone({Object, I});
          }
    std::set<std::pair<uint32_t, uint64_t>> Emptied;
    if (auto Edits = Prepared.Edits.find(Object); Edits != Prepared.Edits.end())
      Emptied.insert(Edits->second.EmptiedStrings.begin(), Edits->second.EmptiedStrings.end());
    for (uint32_t I = 0; I < Object->Sections.size(); ++I) {
      const ObjectSection &Section = Object->Sections[I];
      const bool IsOnePart = !Parts.PartOf.count({Object, I});
      if ((Section.Flags & Strings) != Strings || (IsOnePart && !IsNamed[I]))
        continue;
      for (uint64_t At = 0; At < Section.Data.size();) {
        auto Text = Object->stringAt(I, At);
        if (!Text) { // wide characters
          consumeError(Text.takeError());
          break;
        }
        Before.insert(*Text);
        if (!Emptied.count({I, At}) && (!IsOnePart || Stays[I]))
          After.insert(*Text);
        At += Text->size() + 1;
      }
    }
  }
  uint64_t Bytes = 0;
  for (const auto &Text : Before)
    if (!After.contains(Text.getKey()))
      Bytes += Text.getKeyLength() + 1;
  Part Largest = nullptr; // of what is named as compilers do
  for (const MapSection &Output : Full.Sections)
    for (const Contribution &C : Output.Contributions)
      if (C.Section.contains(".str1.") && (!Largest || C.Size > Largest->Size))
        Largest = &C;
  if (Largest)
    NewSizes[Largest] = Largest->Size - std::min(Largest->Size, Bytes);
}

/// Unwind tables and dynamic relocations, which linkers make from parts of what
/// they are given.
void Estimator::sizeMadeParts() {
  const bool Is64 = FullImage.Is64Bit;
  uint64_t Frames = 0, Relocations = 0;
  for (const InputObject *Object : Prepared.Objects) {
    auto Absolute = Object->Target.absoluteRelocation();
    if (!Absolute) {
      consumeError(Absolute.takeError());
      continue;
    }
    for (uint32_t I = 0; I < Object->Sections.size(); ++I) {
      const ObjectSection &Section = Object->Sections[I];
      auto P = Parts.PartOf.find({Object, I});
      if (P == Parts.PartOf.end())
        continue;
      const bool Goes = Parts.isGone(P->first);
      for (const ObjectRelocation &R : Section.Relocations)
        Relocations += Goes && R.Type == *Absolute;
      if (Section.Name != ".eh_frame")
        continue;
      DenseMap<uint64_t, uint32_t> Functions; // the symbol at an offset
      for (const ObjectRelocation &R : Section.Relocations)
        Functions[R.Offset] = R.Symbol;
      uint64_t Going = 0;
      const endianness Order = Object->Target.IsLittleEndian ? endianness::little : endianness::big;
      for (uint64_t At = 0; At + 8 <= Section.Data.size();) {
        const uint64_t Length = support::endian::read32(Section.Data.data() + At, Order);
        if (Length == 0 || Length > Section.Data.size() - At - 4)
          break;
        auto Function = Functions.find(At + 8); // behind length and CIE
        if (support::endian::read32(Section.Data.data() + At + 4, Order) != 0 &&
            Function != Functions.end()) {
          const ObjectSymbol &Symbol = Object->Symbols[Function->second];
          if (!Symbol.isUndefined() && Symbol.Section != ObjectSymbol::Elsewhere &&
              Parts.PartOf.count({Object, Symbol.Section}) &&
              (Goes || Parts.isGone({Object, Symbol.Section}))) {
            Going += Length + 4;
            ++Frames;
          }
        }
        At += Length + 4;
      }
      if (Going && !Goes)
        NewSizes[P->second] = P->second->Size - std::min(P->second->Size, Going);
    }
  }
  shrink(".eh_frame_hdr", 8 * Frames);
  if (!Link.Command.PositionIndependent)
    return;
  // The tables' pointers are set when the image is loaded, too.
  Relocations += TableRelocations[0];
  Relocations -= std::min(Relocations, TableRelocations[1]);
  shrink(".rela.dyn", Relocations * (Is64 ? 24 : 12));
}

/// Functions of shared libraries that nothing calls any more: their symbols and the stubs that the
/// linker makes to call them, in the sizes that 64-bit targets have in common.
void Estimator::sizeImports() {
  if (!FullImage.Is64Bit || !Full.findSection(".dynsym"))
    return;
  StringSet<> Defined, Before, After;
  for (const InputObject *Object : Prepared.Objects)
    for (const ObjectSymbol &Symbol : Object->Symbols)
      if (!Symbol.isUndefined())
        Defined.insert(Symbol.Name);
  for (const auto &[P, C] : Parts.PartOf)
    for (const ObjectRelocation &R : P.first->Sections[P.second].Relocations)
      if (const ObjectSymbol &Symbol = P.first->Symbols[R.Symbol];
          Symbol.isUndefined() && Symbol.Binding == ELF::STB_GLOBAL &&
          !Defined.contains(Symbol.Name)) {
        Before.insert(Symbol.Name);
        if (!Parts.isGone(P))
          After.insert(Symbol.Name);
      }
  uint64_t Count = 0, Names = 0;
  for (const auto &Name : Before)
    if (!After.contains(Name.getKey())) {
      ++Count;
      Names += Name.getKeyLength() + 1;
    }
  shrink(".dynstr", Names);
  const std::pair<StringRef, uint64_t> Entries[] = {
      {".dynsym", 24}, {".gnu.version", 2}, {".rela.plt", 24}, {".plt", 16}, {".got.plt", 8}};
  for (auto [Section, Size] : Entries)
    shrink(Section, Count * Size);
}

uint64_t Estimator::alignment(const Contribution &C, bool AfterFill) const {
  if (auto P = Parts.PlaceOf.find(&C); P != Parts.PlaceOf.end()) {
    const uint64_t Alignment = P->second.first->Sections[P->second.second].Alignment;
    return isPowerOf2_64(Alignment) && Alignment <= 65536 ? Alignment : 1;
  }
  if (C.Section == TableSectionName || C.Section == RelocatedTableSectionName)
    return FullImage.Is64Bit ? 8 : 4;
  return AfterFill ? alignmentOf(C.Address) : 1;
}

MapSection Estimator::layOut(const MapSection &Old, uint64_t &Alignment) {
  MapSection New = Old;
  New.Contributions.clear();
  New.Size = 0;
  auto AddFill = [&](uint64_t Size) {
    if (Size)
      New.Contributions.push_back({"*fill*", "", "", 0, Size, true});
    New.Size += Size;
  };
  auto Add = [&](const Contribution &C, uint64_t Size, uint64_t Align) {
    AddFill(alignTo(New.Size, Align) - New.Size);
    New.Contributions.push_back(C);
    New.Contributions.back().Size = Size;
    New.Size += Size;
    Alignment = std::max(Alignment, Align);
  };
  uint64_t Filled = 0;
  bool Changed = false;
  for (const Contribution &C : Old.Contributions) {
    if (C.Fill) {
      Filled += C.Size;
      continue;
    }
    if (!C.Size)
      continue;
    const uint64_t Align = alignment(C, Filled != 0);
    if (Filled >= std::max<uint64_t>(Align, 16)) // a script's
      AddFill(Filled);
    Filled = 0;
    auto P = Parts.PlaceOf.find(&C);
    auto NewSize = NewSizes.find(&C);
    const uint64_t Size = NewSize == NewSizes.end() ? C.Size : NewSize->second;
    // Merged contents lie with the first of their sections.
    const bool Goes = Size == 0 || (P != Parts.PlaceOf.end() && Parts.isGone(P->second) &&
                                    (!isMerged(P->second.first->Sections[P->second.second]) ||
                                     C.Size <= P->second.first->Sections[P->second.second].Size));
    Changed |= Goes || Size != C.Size;
    if (!Goes)
      Add(C, Size, Align);
  }
  if (auto More = Added.find(Old.Name); More != Added.end()) {
    for (const Contribution &C : More->second)
      Add(C, C.Size, FullImage.Is64Bit ? 8 : 4);
    Changed = true;
  }
  if (!Changed)
    return Old;
  if (Filled >= LargestPadding)
    AddFill(Filled);
  else // as scripts end their sections
    AddFill(alignTo(New.Size, std::min<uint64_t>(alignmentOf(Old.Size), 4)) - New.Size);
  return New;
}

/// Moves sections and segments together where sections between them became
/// smaller.
void Estimator::placeSections(ImageSummary &Image, ArrayRef<uint64_t> OldSizes,
                              ArrayRef<uint64_t> Alignments) const {
  auto Move = [&](uint64_t SectionSummary::*Address, bool Stored) {
    std::vector<std::pair<uint64_t, size_t>> Order;
    for (size_t I = 0; I < Image.Sections.size(); ++I) {
      const SectionSummary &S = Image.Sections[I];
      if (S.isAllocated() && !S.isThreadLocalZeros() && OldSizes[I] && (!Stored || S.hasContent()))
        Order.push_back({S.*Address, I});
    }
    llvm::sort(Order);
    std::vector<uint64_t> Moved(Image.Sections.size());
    uint64_t OldEnd = 0, NewEnd = 0;
    for (auto [Old, I] : Order) {
      uint64_t New = Old;
      if (Old >= OldEnd && Old - OldEnd < LargestPadding && OldEnd)
        New = alignTo(NewEnd, Alignments[I]);
      OldEnd = std::max(OldEnd, Old + OldSizes[I]);
      NewEnd = New + Image.Sections[I].Size;
      Moved[I] = New;
    }
    for (SegmentSummary &Segment : Image.Segments) {
      uint64_t &Start = Stored ? Segment.PhysicalAddress : Segment.VirtualAddress;
      uint64_t &Size = Stored ? Segment.FileSize : Segment.MemorySize;
      uint64_t End = 0;
      std::optional<uint64_t> NewStart;
      for (auto [Old, I] : Order)
        if (Old >= Start && Old - Start < Size) {
          if (!NewStart)
            NewStart = Start + Moved[I] - Old;
          End = std::max(End, Moved[I] + Image.Sections[I].Size);
        }
      if (NewStart) {
        Start = *NewStart;
        Size = End - std::min(End, Start);
      }
    }
    for (auto [Old, I] : Order)
      Image.Sections[I].*Address = Moved[I];
  };
  // Addresses of the one kind tell which sections are stored elsewhere: those
  // first.
  std::vector<bool> IsCopied;
  for (const SectionSummary &S : Image.Sections)
    IsCopied.push_back(S.Address != S.LoadAddress);
  Move(&SectionSummary::LoadAddress, true);
  Move(&SectionSummary::Address, false);
  for (size_t I = 0; I < Image.Sections.size(); ++I)
    if (!IsCopied[I])
      Image.Sections[I].LoadAddress = Image.Sections[I].Address;
}

/// Code of dropped kernels that something else needs.
std::vector<LeftoverCode> Estimator::leftovers() const {
  StringSet<> Kept;
  for (const PlannedKernel &Kernel : Plan.Kept)
    Kept.insert(Kernel.Record->Symbol);
  std::vector<LeftoverCode> Result;
  for (const KernelRecord *Record : Plan.Dropped) {
    const SectionPlace Code{Record->Object, Record->CodeSection};
    if (!Code.second || !Parts.PartOf.count(Code) || Parts.isGone(Code) ||
        Kept.contains(Record->Symbol) ||
        !Code.first->Sections[Code.second].Name.starts_with(CodeSectionPrefix))
      continue;
    std::set<std::string> Referrers;
    for (const auto &[P, C] : Parts.PartOf)
      if (P != Code && !Parts.isGone(P))
        for (const ObjectRelocation &R : P.first->Sections[P.second].Relocations) {
          const ObjectSymbol &Symbol = P.first->Symbols[R.Symbol];
          if (Symbol.isLocal() ? P.first == Code.first && Symbol.Section == Code.second
                               : Symbol.Name == Record->Symbol)
            Referrers.insert(P.first->Name);
        }
    Result.push_back({Record, {Referrers.begin(), Referrers.end()}});
  }
  return Result;
}

Expected<PrunedLink> Estimator::run() {
  if (Error E = sizeTable())
    return E;
  Parts.findDead(Table.get());
  sizeMadeParts();
  sizeStrings();
  sizeImports();

  PrunedLink Result;
  Result.Map.Regions = Full.Regions;
  Result.Summary = FullImage;
  std::vector<uint64_t> OldSizes, Alignments;
  std::vector<bool> Used(Full.Sections.size());
  for (SectionSummary &Section : Result.Summary.Sections) {
    OldSizes.push_back(Section.Size);
    Alignments.push_back(alignmentOf(Section.Address));
    if (!Section.isAllocated() || !Section.Size)
      continue;
    for (size_t I = 0; I < Full.Sections.size(); ++I) {
      if (Used[I] || Full.Sections[I].Name != Section.Name || Full.Sections[I].Size != Section.Size)
        continue;
      Used[I] = true;
      uint64_t Alignment = 1;
      Result.Map.Sections.push_back(layOut(Full.Sections[I], Alignment));
      Section.Size = Result.Map.Sections.back().Size;
      Alignments.back() = Alignment;
      break;
    }
  }
  placeSections(Result.Summary, OldSizes, Alignments);
  llvm::erase_if(Result.Summary.Sections, [](const SectionSummary &S) { return !S.isAllocated(); });
  Result.Leftovers = leftovers();
  Result.Warnings = Prepared.Warnings;
  return Result;
}

} // namespace

std::string whyNoEstimate(const CapturedLink &Link) {
  if (!Link.HasFullImage || Link.Images.empty())
    return "the full program was never linked";
  if (!Link.Command.GcSections)
    return "the program was linked without --gc-sections";
  if (Link.Inputs->hasIntermediate(IntermediateCode::Gcc) ||
      Link.Inputs->hasIntermediate(IntermediateCode::Llvm))
    return "the link compiles the program (-flto)";
  return "";
}

Expected<PrunedLink> estimatePrune(const CapturedLink &Link, const PrunePlan &Plan,
                                   const PreparedLink &Prepared) {
  auto Map = readMap(Link, Link.Images[0].Map, "the full image's map");
  if (!Map)
    return Map.takeError();
  auto Summary = recordedSummary(Link.Images[0]);
  if (!Summary)
    return Summary.takeError();
  return Estimator(Link, Plan, Prepared, *Map, *Summary).run();
}

} // namespace etprune
