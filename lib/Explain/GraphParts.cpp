// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Divides merged constants, unwind tables, dynamic relocations, .got and .plt into items.

#include "Explain/GraphPasses.h"

#include "Support/Numbers.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;

namespace etprune {

static bool isBeforeBackwards(ArrayRef<uint8_t> A, ArrayRef<uint8_t> B) {
  return std::lexicographical_compare(A.rbegin(), A.rend(), B.rbegin(), B.rend());
}

void MergedIndex::sort() {
  for (auto &[Kind, OfKind] : Pieces)
    llvm::stable_sort(
        OfKind, [](const Piece &A, const Piece &B) { return isBeforeBackwards(A.Bytes, B.Bytes); });
}

std::optional<uint32_t> MergedIndex::find(const ImageGraph &Graph, const ObjectSection &Section,
                                          uint64_t Offset) const {
  const auto OfKind = Pieces.find(MergeKind::of(Section));
  if (OfKind == Pieces.end())
    return std::nullopt;
  const auto &[Kind, List] = *OfKind;
  // The reference may point into the middle of a constant. Find the whole constant.
  if (!Kind.IsStrings)
    Offset -= Offset % Kind.EntrySize;
  const uint64_t Size = mergedPieceSize(Section.Data, Offset, Kind.EntrySize, Kind.IsStrings);
  if (Size == 0)
    return std::nullopt;
  const ArrayRef<uint8_t> Wanted = Section.Data.slice(Offset, Size);
  const auto First = llvm::lower_bound(List, Wanted, [](const Piece &P, ArrayRef<uint8_t> W) {
    return isBeforeBackwards(P.Bytes, W);
  });
  if (First == List.end() || First->Bytes.size() < Size || First->Bytes.take_back(Size) != Wanted)
    return std::nullopt;
  // Equal pieces may be in several output sections. Prefer the piece of an input section that has
  // the same name as `Section`.
  for (auto It = First; It != List.end() && It->Bytes == First->Bytes; ++It)
    if (Graph.Items[It->Item].InputSection == Section.Name)
      return It->Item;
  return First->Item;
}

namespace {

std::string nameOfPiece(ArrayRef<uint8_t> Bytes, MergeKind Kind) {
  constexpr size_t MostShown = 60;
  if (!Kind.IsStrings || Kind.EntrySize != 1)
    return "\"\\x" + toHex(Bytes.take_front(MostShown / 2), /*LowerCase=*/true) + "\"";
  StringRef Text = toStringRef(Bytes).take_until([](char C) { return C == 0; });
  std::string Name = "\"";
  raw_string_ostream OS(Name);
  printEscapedString(Text.take_front(MostShown), OS);
  return Name + (Text.size() > MostShown ? "...\"" : "\"");
}

ArrayRef<uint8_t> contentOf(const ElfImage &Image, const Contribution &C) {
  const auto Memory = expectedToStdOptional(Image.memoryAt(C.Address));
  return Memory ? Memory->take_front(C.Size) : ArrayRef<uint8_t>();
}

/// Finds the kind of a section that LLD merged: the entry size, and whether it has strings. A kind
/// fits if each piece of the section occurs in an object's section of this kind.
class LldMergeKinds {
public:
  void add(const ObjectSection &Section) {
    Pieces &Known = Kinds.try_emplace(MergeKind::of(Section)).first->second;
    if (!Known.Like || Known.Like->Alignment < Section.Alignment)
      Known.Like = &Section;
    forEachPiece(Section.Data, MergeKind::of(Section), [&](StringRef Piece) {
      Known.Contents.insert(CachedHashStringRef(Piece));
      return true;
    });
  }
  const ObjectSection *kindOf(ArrayRef<uint8_t> Bytes) const {
    for (const auto &[Kind, Known] : llvm::reverse(Kinds)) // the largest entry size first
      if (Bytes.size() % Kind.EntrySize == 0 &&
          forEachPiece(Bytes, Kind, [&, &Known = Known](StringRef Piece) {
            const bool IsPadding = Piece.find_first_not_of('\0') == StringRef::npos;
            return IsPadding || Known.Contents.contains(CachedHashStringRef(Piece));
          }))
        return Known.Like;
    return nullptr;
  }

private:
  struct Pieces {
    const ObjectSection *Like = nullptr;
    DenseSet<CachedHashStringRef> Contents;
  };
  static bool forEachPiece(ArrayRef<uint8_t> Bytes, MergeKind Kind,
                           function_ref<bool(StringRef)> Visit) {
    while (!Bytes.empty()) {
      const uint64_t Size = mergedPieceSize(Bytes, 0, Kind.EntrySize, Kind.IsStrings);
      if (!Visit(toStringRef(Bytes.take_front(Size))))
        return false;
      Bytes = Bytes.drop_front(Size);
    }
    return true;
  }
  std::map<MergeKind, Pieces> Kinds;
};

void divideContribution(const Contribution &From, const ObjectSection &Like, const ElfImage &Image,
                        MergedIndex &Merged, ItemIndex &Items, ImageGraph &Graph) {
  const std::optional<uint32_t> Item = Items.of(&From);
  const MergeKind Kind = MergeKind::of(Like);
  const ArrayRef<uint8_t> Bytes = contentOf(Image, From);
  if (!Item)
    return;
  for (uint64_t Offset = 0; Offset < Bytes.size();) {
    const uint64_t Size = mergedPieceSize(Bytes, Offset, Kind.EntrySize, Kind.IsStrings);
    uint64_t Next = Offset + Size;
    if (Kind.IsStrings && Like.Alignment > Kind.EntrySize)
      while (Next < Bytes.size() && Next % Like.Alignment != 0 && Bytes[Next] == 0)
        ++Next;
    const ArrayRef<uint8_t> Piece = Bytes.slice(Offset, Size);
    const uint32_t Part = Graph.divide(*Item, Next - Offset, nameOfPiece(Piece, Kind));
    Graph.Items[Part].Padding = Next - Offset - Size;
    Graph.Items[Part].Bytes -= Graph.Items[Part].Padding;
    Items.addPart(*Item, Offset, Part);
    Merged.add(Kind, Piece, Part);
    Offset = Next;
  }
  // All content of the section now belongs to the pieces. Only the padding that follows the section
  // still belongs to the item.
  Graph.Items[*Item].Name = From.Section;
}

} // namespace

MergedIndex divideMerged(const LinkedProgram &Program, ItemIndex &Items, ImageGraph &Graph) {
  std::vector<std::pair<const LinkedObject *, uint32_t>> Sections;
  for (const LinkedObject &Object : Program.Objects)
    if (Program.isLoaded(Object))
      for (const auto &[I, Section] : llvm::enumerate(Object.Linked->Sections))
        if ((Section.Flags & ELF::SHF_ALLOC) && Section.isMergeable())
          Sections.push_back({&Object, I});
  MergedIndex Merged;
  DenseSet<const Contribution *> Divided;
  for (const auto &[Object, I] : Sections)
    for (const SectionLocation &L : Program.Live.locations(*Object->Captured, I))
      if (Divided.insert(L.Input).second)
        divideContribution(*L.Input, Object->Linked->Sections[I], Program.Image, Merged, Items,
                           Graph);
  std::optional<LldMergeKinds> Kinds;
  for (const MapSection &Output : Program.Map.Sections)
    for (const Contribution &C : Output.Contributions) {
      if (C.File != LldInternalFile || C.Section != Output.Name)
        continue;
      if (!Kinds) {
        Kinds.emplace();
        for (const auto &[Object, I] : Sections)
          Kinds->add(Object->Linked->Sections[I]);
      }
      if (const ObjectSection *Like = Kinds->kindOf(contentOf(Program.Image, C)))
        divideContribution(C, *Like, Program.Image, Merged, Items, Graph);
    }
  Merged.sort();
  return Merged;
}

namespace {

/// Finds an item that still has bytes to divide, in an output section such as .eh_frame_hdr.
struct Remainders {
  const ImageGraph &Graph;
  /// For each output section, the index in Graph.Items where the next search begins. The section's
  /// items before this index have no bytes left.
  StringMap<uint32_t> First = {};

  std::optional<uint32_t> of(StringRef Output) {
    for (uint32_t &I = First[Output]; I < Graph.Items.size(); ++I)
      if (const ImageItem &Item = Graph.Items[I]; Item.Bytes != 0 &&
                                                  Item.Output != ImageItem::NoOutput &&
                                                  Graph.Outputs[Item.Output].Name == Output)
        return I;
    return std::nullopt;
  }
};

} // namespace

/// Divides an object's .eh_frame into its entries. A function keeps its own entry.
static void divideFrames(const LinkedObject &Object, uint32_t Section, Remainders &Rest,
                         ReferenceTargets &Targets, const ItemIndex &Items, ImageGraph &Graph) {
  ItemList Sources = Items.of(Object, Section);
  for (const UnwindEntry &Entry : Object.Linked->unwindEntries(Section)) {
    const auto &Function = Object.Linked->Symbols[Entry.Function->Symbol];
    // The entry describes this object's copy of the function. If the image has another object's
    // copy, the linker dropped this entry.
    const ItemList Described = Function.isInSection()
                                   ? Items.of(Object, Function.Section)
                                   : Targets.of(Object, Section, *Entry.Function);
    if (Described.empty())
      continue;
    // If several sections of the object have the function's section name, the map does not tell
    // them apart. The first section then gets the entry, even if another section has the function.
    const uint32_t Item = Described.front();
    const std::string Name = Graph.Items[Item].Name;
    while (!Sources.empty() && Graph.Items[Sources.front()].Bytes == 0)
      Sources.erase(Sources.begin());
    if (!Sources.empty())
      Graph.addEdge(Item, Graph.divide(Sources.front(), Entry.Size, "unwind entry of " + Name));
    if (std::optional<uint32_t> Index = Rest.of(".eh_frame_hdr"))
      Graph.addEdge(Item, Graph.divide(*Index, 8, "unwind index of " + Name));
    for (const ObjectRelocation *R : Entry.Others)
      for (uint32_t To : Targets.of(Object, Section, *R))
        Graph.addEdge(Item, To);
  }
}

void divideUnwindTables(const LinkedProgram &Program, ReferenceTargets &Targets,
                        const ItemIndex &Items, ImageGraph &Graph) {
  Remainders Rest{Graph};
  for (const LinkedObject &Object : Program.Objects) {
    if (!Program.isLoaded(Object))
      continue;
    for (const auto &[I, Section] : llvm::enumerate(Object.Linked->Sections)) {
      if (Section.Name == ".eh_frame")
        divideFrames(Object, I, Rest, Targets, Items, Graph);
      // LLD's map has only one .ARM.exidx for all objects. Each item with code gets 8 bytes of it.
      if (Section.Name.starts_with(".ARM.exidx") && !Program.isLive(Object, I) &&
          Section.Link < Object.Linked->Sections.size())
        for (uint32_t Described : Items.of(Object, Section.Link))
          if (std::optional<uint32_t> Index = Rest.of(".ARM.exidx"))
            Graph.addEdge(
                Described,
                Graph.divide(*Index, 8, "unwind entry of " + Graph.Items[Described].Name));
    }
  }
}

StringMap<uint32_t> divideImports(const ElfImage &Image, const ItemIndex &Items,
                                  ImageGraph &Graph) {
  StringMap<uint32_t> Imports;
  Remainders Rest{Graph};
  for (const ImageRelocation &R : Image.dynamicRelocations()) {
    const std::optional<uint32_t> Slot = Items.at(R.Place), Own = Items.at(R.Own);
    if (R.Import.empty() || !Slot || !Own ||
        !StringRef(Graph.Outputs[Graph.Items[*Slot].Output].Name).starts_with(".got"))
      continue; // not the GOT entry of an imported symbol
    const std::string Name = "'" + R.Import.str() + "' of a shared library";
    const uint32_t Part = Graph.divide(*Slot, Image.wordSize(), Name);
    auto [First, IsNew] = Imports.try_emplace(R.Import, Part);
    Graph.addEdge(First->second, Part);
    Graph.addEdge(Part, Graph.divide(*Own, R.Size, Name));
    if (!IsNew)
      continue;
    const uint64_t SymbolSize = Image.is64Bit() ? 24 : 16;
    for (const auto &[Output, Size] : {std::pair<StringRef, uint64_t>{".plt", 16},
                                       {".plt.sec", 16},
                                       {".dynsym", SymbolSize},
                                       {".dynstr", R.Import.size() + 1},
                                       {".gnu.version", 2}})
      if (std::optional<uint32_t> From = Rest.of(Output))
        Graph.addEdge(Part, Graph.divide(*From, Size, Name));
  }
  return Imports;
}

void divideDynamicRelocations(const ElfImage &Image, const ItemIndex &Items, ImageGraph &Graph) {
  for (const ImageRelocation &R : Image.dynamicRelocations()) {
    const std::optional<uint32_t> Whole = Items.at(R.Place), From = Items.at(R.Own);
    if (!R.Import.empty() || !Whole || !From ||
        Graph.Items[*Whole].Output == Graph.Items[*From].Output)
      continue;
    const uint32_t Item = Items.partAt(*Whole, R.Place);
    Graph.addEdge(Item,
                  Graph.divide(*From, R.Size, "dynamic relocation of " + Graph.Items[Item].Name));
  }
}

} // namespace etprune
