// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sections that are the work of many are divided: kernels' registrations, merged strings, unwind
// tables, dynamic relocations.

#include "Explain/GraphBuilder.h"

#include "Object/RecordNames.h"
#include "Object/UnwindEntries.h"
#include "Runtimes/RegistrationRewrite.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Endian.h"

using namespace llvm;

namespace etprune {

static MergeKind mergeKindOf(const ObjectSection &Section) {
  return {Section.EntrySize, (Section.Flags & ELF::SHF_STRINGS) != 0};
}

/// What to call a merged piece: the string, with what cannot be printed escaped.
static std::string nameOfPiece(ArrayRef<uint8_t> Bytes, MergeKind Kind) {
  constexpr size_t MostShown = 60;
  if (!Kind.IsStrings || Kind.EntrySize != 1)
    return "\"\\x" + toHex(Bytes.take_front(MostShown / 2), /*LowerCase=*/true) + "\"";
  StringRef Text = toStringRef(Bytes).take_until([](char C) { return C == 0; });
  std::string Name = "\"";
  raw_string_ostream OS(Name);
  printEscapedString(Text.take_front(MostShown), OS);
  return Name + (Text.size() > MostShown ? "...\"" : "\"");
}

ArrayRef<uint8_t> GraphBuilder::contentOf(const Contribution &C) const {
  const ImageSection *Home = Image.sectionAt(C.Address);
  const ArrayRef<uint8_t> Content = Home ? Image.contentOf(*Home) : ArrayRef<uint8_t>();
  const uint64_t Start = Home ? C.Address - Home->Address : 0;
  return Start > Content.size() || Content.size() - Start < C.Size ? ArrayRef<uint8_t>()
                                                                   : Content.slice(Start, C.Size);
}

void GraphBuilder::divideMerged(uint32_t Item, const Contribution &From,
                                const ObjectSection &Like) {
  const MergeKind Kind = mergeKindOf(Like);
  const ArrayRef<uint8_t> Bytes = contentOf(From);
  if (Kind.EntrySize == 0)
    return;
  MergedPieces &Pieces = Merged.try_emplace(Kind, Kind).first->second;
  for (uint64_t Offset = 0; Offset < Bytes.size();) {
    const uint64_t Size = mergedPieceSize(Bytes, Offset, Kind);
    uint64_t Next = Offset + Size;
    if (Kind.IsStrings && Like.Alignment > Kind.EntrySize)
      while (Next < Bytes.size() && Next % Like.Alignment != 0 && Bytes[Next] == 0)
        ++Next;
    const ArrayRef<uint8_t> Piece = Bytes.slice(Offset, Size);
    const uint32_t Part = divide(Item, Next - Offset, nameOfPiece(Piece, Kind));
    Graph.Items[Part].Padding = Next - Offset - Size;
    Graph.Items[Part].Bytes -= Graph.Items[Part].Padding;
    Parts[Item].push_back({Offset, Part});
    Pieces.add(Piece, Part);
    Offset = Next;
  }
  // The padding behind the section is none of a piece's.
  Graph.Items[Item].Name = From.Section;
}

namespace {

/// The kinds of what LLD merges: its own sections have the name of the output section and do not
/// say what they hold. One is of the kind whose pieces, as the objects have them, are all of it.
class LldMergeKinds {
public:
  void add(const ObjectSection &Section) {
    Pieces &Known = Kinds.try_emplace(mergeKindOf(Section)).first->second;
    if (!Known.Like || Known.Like->Alignment < Section.Alignment)
      Known.Like = &Section;
    forEachPiece(Section.Data, mergeKindOf(Section), [&](StringRef Piece) {
      Known.Contents.insert(CachedHashStringRef(Piece));
      return true;
    });
  }
  /// A section of that kind; null where there is none.
  const ObjectSection *kindOf(ArrayRef<uint8_t> Bytes) const {
    for (const auto &[Kind, Known] : llvm::reverse(Kinds)) // the longest constants first
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
      const uint64_t Size = mergedPieceSize(Bytes, 0, Kind);
      if (!Visit(toStringRef(Bytes.take_front(Size))))
        return false;
      Bytes = Bytes.drop_front(Size);
    }
    return true;
  }
  std::map<MergeKind, Pieces> Kinds;
};

} // namespace

void GraphBuilder::divideMerged() {
  LldMergeKinds Kinds;
  DenseSet<const Contribution *> Divided;
  for (const LinkedObject &Object : Program.Objects) {
    if (!Program.isLoaded(Object))
      continue;
    for (uint32_t I = 0; I < Object.Linked->Sections.size(); ++I) {
      const ObjectSection &Section = Object.Linked->Sections[I];
      if (!(Section.Flags & ELF::SHF_ALLOC) || !Section.isMergeable())
        continue;
      if (Section.EntrySize != 0 && Program.linker().MergesInOwnSections)
        Kinds.add(Section);
      for (const SectionLocation &L : Program.Live.locations(*Object.Captured, I))
        if (auto It = OfContribution.find(L.Input);
            It != OfContribution.end() && Divided.insert(L.Input).second)
          divideMerged(It->second, *L.Input, Section);
    }
  }
  for (const MapSection &Output : Origin.Map.Sections)
    for (const Contribution &C : Output.Contributions)
      if (C.File == LldInternalFile && C.Section == Output.Name)
        if (auto It = OfContribution.find(&C); It != OfContribution.end())
          if (const ObjectSection *Like = Kinds.kindOf(contentOf(C)))
            divideMerged(It->second, C, *Like);
  for (auto &[Kind, Pieces] : Merged)
    Pieces.sort();
}

uint32_t GraphBuilder::kernelItem(const KernelRecord &Record) {
  auto [It, IsNew] = OfKernel.try_emplace(&Record, 0);
  if (!IsNew)
    return It->second;
  auto [Op, IsNewOp] = Operators.try_emplace(Record.Op, 0);
  if (IsNewOp) {
    Op->second = addGroup(ImageItem::Operator, Record.Op);
    addEdge(Graph.Kernels, Op->second);
  }
  const uint32_t Item = addGroup(ImageItem::Kernel, Record.id());
  Graph.Items[Item].Record = &Record;
  addEdge(Op->second, Item);
  return OfKernel[&Record] = Item;
}

/// Each entry of the registration table is a kernel's.
void GraphBuilder::divideTable() {
  for (const LinkedObject &Object : Program.Objects) {
    if (Object.Captured->Name != TableObjectName)
      continue;
    for (uint32_t I = 0; I < Object.Linked->Sections.size(); ++I) {
      const ObjectSection &Section = Object.Linked->Sections[I];
      const ItemList Items = itemsOf(Object, I);
      const uint64_t EntrySize = Program.Request.EntryWords * Object.Linked->Target.wordSize();
      const bool IsTable = isRegistration(Section.Name) && !Items.empty();
      std::vector<uint32_t> Entries;
      for (size_t Entry = 0; IsTable && Entry < Plan.Table.size(); ++Entry) {
        const KernelRecord &Record = *Plan.Table[Entry].Record;
        Entries.push_back(divide(Items.front(), EntrySize, "table entry of " + Record.id()));
        Graph.Items[Entries.back()].IsRegistration = true;
        Parts[Items.front()].push_back({Entry * EntrySize, Entries.back()});
        addEdge(kernelItem(Record), Entries.back());
      }
      for (const ObjectRelocation &R : Section.Relocations)
        for (uint32_t To : targetsOf(Object, I, R))
          if (R.Offset / EntrySize < Entries.size())
            addEdge(Entries[R.Offset / EntrySize], To);
          else
            for (uint32_t Item : Items)
              addEdge(Item, To);
    }
  }
}

/// A kernel that an initialiser registers: three words of an array, the strings they point to, and
/// the function.
void GraphBuilder::addSelfRegistered(const KernelRecord &Record) {
  const uint32_t Kernel = kernelItem(Record);
  const auto Object = llvm::find_if(
      Program.Objects, [&](const LinkedObject &O) { return O.Captured == Record.Object; });
  if (Object == Program.Objects.end())
    return;
  const ObjectSection &Array = Record.Object->Sections[Record.RecordSection];
  Registering.insert({{Record.Object, Record.RecordSection}, 0});
  if (!(Array.Flags & ELF::SHF_EXECINSTR))
    for (uint32_t Item : itemsOf(*Object, Record.RecordSection))
      addEdge(Kernel, divide(Item, Program.Request.EntryWords * Record.Object->Target.wordSize(),
                             "array entry of " + Record.id()));
  const StringRef Key = Record.Key ? StringRef(*Record.Key) : "";
  for (StringRef Text : {StringRef(Record.Op), Key}) {
    ObjectSection Like{};
    Like.EntrySize = 1;
    Like.Flags = ELF::SHF_STRINGS;
    Like.Data = ArrayRef(reinterpret_cast<const uint8_t *>(Text.data()), Text.size() + 1);
    if (!Text.empty())
      for (uint32_t Item : findMerged(Like, 0))
        addEdge(Kernel, Item);
  }
  ItemList Functions;
  const FunctionLocation &Function = Record.Function;
  for (const LinkedObject &O : Program.Objects)
    if (Function.Object && O.Captured == Function.Object)
      Functions = itemsOf(O, Function.Section);
  if (Functions.empty())
    Functions = targetsOf(Record.Symbol);
  for (uint32_t Item : Functions) {
    KernelCode.insert(Item);
    addEdge(Kernel, Item);
  }
}

void GraphBuilder::addKernels() {
  // Operators in the order of their names.
  divideTable();
  for (const PlannedKernel &Kernel : Plan.Kept) {
    const KernelRecord &Record = *Kernel.Record;
    if (Record.IsSelfRegistered && Plan.Everything) {
      addSelfRegistered(Record);
      continue;
    }
    if (!Program.Request.Inputs.TableInScript)
      continue;
    for (const LinkedObject &Object : Program.Objects)
      if (Object.Captured == Record.Object)
        for (uint32_t Item : itemsOf(Object, Record.RecordSection)) {
          NoRoots.insert(Item);
          addEdge(kernelItem(Record), Item);
        }
  }
  if (SelfRegistering && Plan.Everything)
    for (const SelfRegisteringObject &Object : SelfRegistering->objects())
      for (const KernelInitializer &Initializer : Object.Initializers) {
        Registering.insert({{Object.Object, Initializer.Code}, 0});
        for (uint32_t Used : Initializer.Used)
          Registering.insert({{Object.Object, Used}, 0});
      }
}

/// .eh_frame of an object: each entry goes with the function that it describes, and so do the
/// personality routine and the exception table that it names.
void GraphBuilder::divideFrames(const LinkedObject &Object, uint32_t Section) {
  ItemList Sources = itemsOf(Object, Section);
  for (const UnwindEntry &Entry : readUnwindEntries(*Object.Linked, Section)) {
    const auto &Function = Object.Linked->Symbols[Entry.Function->Symbol];
    // That object's own copy, or none.
    const ItemList Described = Function.isInSection() ? itemsOf(Object, Function.Section)
                                                      : targetsOf(Object, Section, *Entry.Function);
    if (Described.empty())
      continue;
    const uint32_t Item = Described.front(); // the others are sections that share a name
    while (!Sources.empty() && Graph.Items[Sources.front()].Bytes == 0)
      Sources.erase(Sources.begin());
    if (!Sources.empty())
      addEdge(Item,
              divide(Sources.front(), Entry.Size, "unwind entry of " + Graph.Items[Item].Name));
    if (std::optional<uint32_t> Index = remainder(".eh_frame_hdr"))
      addEdge(Item, divide(*Index, 8, "unwind index of " + Graph.Items[Item].Name));
    for (const ObjectRelocation *R : Entry.Others)
      for (uint32_t To : targetsOf(Object, Section, *R))
        addEdge(Item, To);
  }
}

void GraphBuilder::divideUnwindTables() {
  for (const LinkedObject &Object : Program.Objects) {
    if (!Program.isLoaded(Object))
      continue;
    for (uint32_t I = 0; I < Object.Linked->Sections.size(); ++I) {
      const ObjectSection &Section = Object.Linked->Sections[I];
      if (Section.Name == ".eh_frame")
        divideFrames(Object, I);
      // LLD writes one index for the whole program.
      if (Section.Name.starts_with(".ARM.exidx") && !Program.isLive(Object, I) &&
          Section.Link < Object.Linked->Sections.size())
        for (uint32_t Described : itemsOf(Object, Section.Link))
          if (std::optional<uint32_t> Index = remainder(".ARM.exidx"))
            addEdge(Described, divide(*Index, 8, "unwind entry of " + Graph.Items[Described].Name));
    }
  }
}

std::vector<GraphBuilder::DynamicRelocation> GraphBuilder::dynamicRelocations() const {
  const endianness Order = Image.isLittleEndian() ? endianness::little : endianness::big;
  const unsigned Word = Image.wordSize();
  auto Read = [&](ArrayRef<uint8_t> Bytes, uint64_t Offset, unsigned Size) -> uint64_t {
    if (Offset > Bytes.size() || Bytes.size() - Offset < Size)
      return 0;
    const uint8_t *At = Bytes.data() + Offset;
    return Size == 8   ? support::endian::read<uint64_t>(At, Order)
           : Size == 4 ? support::endian::read<uint32_t>(At, Order)
                       : support::endian::read<uint16_t>(At, Order);
  };
  const ImageSection *Symbols = Image.findSection(".dynsym"), *Names = Image.findSection(".dynstr");
  std::vector<DynamicRelocation> Result;
  for (const ImageSection &Section : Image.sections()) {
    if (!Section.isAllocated() || (Section.Type != ELF::SHT_RELA && Section.Type != ELF::SHT_REL))
      continue;
    const uint64_t EntrySize = Word * (Section.Type == ELF::SHT_RELA ? 3 : 2);
    const ArrayRef<uint8_t> Content = Image.contentOf(Section);
    for (uint64_t Offset = 0; Offset + EntrySize <= Content.size(); Offset += EntrySize) {
      DynamicRelocation R{Read(Content, Offset, Word), Section.Address + Offset, EntrySize, "", 0};
      R.SymbolIndex = Read(Content, Offset + Word, Word) >> (Word == 8 ? 32 : 8);
      if (R.SymbolIndex != 0 && Symbols && Names) {
        const ArrayRef<uint8_t> Table = Image.contentOf(*Symbols);
        const uint64_t At = R.SymbolIndex * (Word == 8 ? 24 : 16);
        const bool IsUndefined = Read(Table, At + (Word == 8 ? 6 : 14), 2) == ELF::SHN_UNDEF;
        const StringRef Text = toStringRef(Image.contentOf(*Names));
        if (IsUndefined)
          R.Import = Text.drop_front(std::min<uint64_t>(Read(Table, At, 4), Text.size()))
                         .take_until([](char C) { return C == 0; });
      }
      Result.push_back(R);
    }
  }
  return Result;
}

/// What a linker makes so that a shared library's function can be called: a slot for its address,
/// code that jumps there, a relocation, a symbol with its name and version. All of it goes with the
/// last call.
void GraphBuilder::divideImports() {
  for (const DynamicRelocation &R : dynamicRelocations()) {
    const std::optional<uint32_t> Slot = itemAt(R.Place), Own = itemAt(R.Own);
    if (R.Import.empty() || !Slot || !Own ||
        !StringRef(Graph.Outputs[Graph.Items[*Slot].Output].Name).starts_with(".got"))
      continue; // a variable of the program, filled or copied
    auto [Item, IsNew] = Imports.try_emplace(R.Import, 0);
    const std::string Name = "'" + R.Import.str() + "' of a shared library";
    const uint32_t Part = divide(*Slot, Image.wordSize(), Name);
    if (IsNew)
      Item->second = Part;
    else
      addEdge(Item->second, Part);
    addEdge(Part, divide(*Own, R.Size, Name));
    if (!IsNew)
      continue;
    const uint64_t SymbolSize = Image.is64Bit() ? 24 : 16;
    for (const auto &[Output, Size] : {std::pair<StringRef, uint64_t>{".plt", 16},
                                       {".plt.sec", 16},
                                       {".dynsym", SymbolSize},
                                       {".dynstr", R.Import.size() + 1},
                                       {".gnu.version", 2}})
      if (std::optional<uint32_t> From = remainder(Output))
        addEdge(Part, divide(*From, Size, Name));
  }
}

/// A dynamic relocation goes with the word that it is for.
void GraphBuilder::divideDynamicRelocations() {
  for (const DynamicRelocation &R : dynamicRelocations()) {
    const std::optional<uint32_t> Whole = itemAt(R.Place), From = itemAt(R.Own);
    if (!R.Import.empty() || !Whole || !From ||
        Graph.Items[*Whole].Output == Graph.Items[*From].Output)
      continue;
    const uint32_t Item = partAt(*Whole, R.Place);
    addEdge(Item, divide(*From, R.Size, "dynamic relocation of " + Graph.Items[Item].Name));
  }
}

} // namespace etprune
