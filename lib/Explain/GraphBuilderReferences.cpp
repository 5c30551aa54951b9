// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The edges that relocations are, and the roots.

#include "Explain/GraphBuilder.h"

#include "Link/Inputs/LinkInputs.h"
#include "Object/Arch/Arch.h"
#include "Object/RecordNames.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Endian.h"

using namespace llvm;

namespace etprune {

GraphBuilder::ItemList GraphBuilder::findMerged(const ObjectSection &Section,
                                                uint64_t Offset) const {
  auto It = Merged.find({Section.EntrySize, (Section.Flags & ELF::SHF_STRINGS) != 0});
  ItemList Items;
  if (It != Merged.end())
    for (uint32_t Item : It->second.find(Section.Data, Offset))
      Items.push_back(Item);
  // Equal strings may be in several sections: those of this name first.
  auto IsNamed = [&](uint32_t I) { return Graph.Items[I].InputSection == Section.Name; };
  if (llvm::any_of(Items, IsNamed))
    llvm::erase_if(Items, [&](uint32_t I) { return !IsNamed(I); });
  if (Items.size() > 1)
    Items.resize(1);
  return Items;
}

const GraphBuilder::ItemList &GraphBuilder::targetsOf(StringRef Symbol) {
  auto [It, IsNew] = OfSymbol.try_emplace(Symbol);
  ItemList &Items = It->second;
  if (!IsNew)
    return Items;
  if (const StringRef Named = sectionOfBorder(Symbol);
      !Named.empty() && !Defined.contains(Symbol)) {
    if (Program.Request.Inputs.KeepsNamedSections)
      for (uint32_t I = 0; I < Graph.Items.size(); ++I)
        if (Graph.Items[I].InputSection == Named)
          Items.push_back(I);
    return Items;
  }
  const StringRef Name = Definitions.wrapped(Symbol);
  if (auto Import = Imports.find(Name); Import != Imports.end())
    Items.push_back(Import->second);
  // What a script defines is a place, not something that is kept.
  const auto Definition = Defined.find(withoutVersion(Name));
  if (Definition == Defined.end() && !isTableSymbol(Name))
    return Items;
  const bool IsEnd = Definition != Defined.end() && Definition->second;
  const ChosenDefinition &Chosen = Definitions.find(Name);
  if (Chosen.What == ChosenDefinition::Here)
    for (uint64_t Address : Chosen.Addresses)
      if (auto Item = itemAt(Address - IsEnd); Item && !is_contained(Items, *Item))
        Items.push_back(*Item);
  return Items;
}

/// What a relocation adds to its symbol.
static uint64_t addendOf(const InputObject &Object, uint32_t Section, const ObjectRelocation &R) {
  auto Addend = Object.wordAddend(Section, R);
  if (Addend)
    return *Addend;
  consumeError(Addend.takeError());
  return 0;
}

GraphBuilder::ItemList GraphBuilder::targetsOf(const LinkedObject &Object, uint32_t Section,
                                               const ObjectRelocation &R) {
  const InputObject &Linked = *Object.Linked;
  const ObjectSymbol &Symbol = Linked.Symbols[R.Symbol];
  if (!Symbol.isLocal())
    return targetsOf(Symbol.Name);
  if (!Symbol.isInSection())
    return {};
  const ObjectSection &Target = Linked.Sections[Symbol.Section];
  if (Target.isMergeable()) {
    uint64_t Offset = Symbol.Value;
    if (Symbol.Type == ELF::STT_SECTION) {
      Offset += addendOf(Linked, Section, R);
      const Arch *Machine = Arch::find(Linked.Target.Machine);
      const WordForm *Form = Machine ? Machine->wordForm(R.Type) : nullptr;
      if (Machine && (!Form || Form->IsDistance))
        Offset += Machine->DistanceBias;
    }
    if (ItemList Items = findMerged(Target, Offset); !Items.empty())
      return Items;
  }
  ItemList Items = itemsOf(Object, Symbol.Section);
  if (Items.empty())
    for (uint64_t Copy : Program.copiesOf(Target))
      if (std::optional<uint32_t> Item = itemAt(Copy))
        Items.push_back(*Item);
  return Items;
}

/// Whether each object has its own of these sections, whatever others have.
static bool isOwnSection(const ObjectSection &Section) {
  return (Section.Flags & ELF::SHF_ALLOC) && !(Section.Flags & ELF::SHF_GROUP) &&
         !Section.isMergeable();
}

/// Finds which objects have which groups and which local sections.
void GraphBuilder::findCopies() {
  for (const LinkedObject &Object : Program.Objects) {
    if (!Program.isLoaded(Object))
      continue;
    forEachGroup(*Object.Linked, [&](StringRef Name, ArrayRef<uint32_t>) {
      WithGroup[CachedHashStringRef(Name)].push_back(&Object);
    });
    for (uint32_t I = 0; I < Object.Linked->Sections.size(); ++I)
      if (const ObjectSection &Section = Object.Linked->Sections[I];
          isOwnSection(Section) && Program.isLive(Object, I))
        WithSection[CachedHashStringRef(Section.Name)].push_back(&Object);
  }
}

/// Whether what a group's function refers to goes with the archive member that both are from, not
/// with the group. Such is what the compiler made for this object alone, a clone of another
/// function: without the member a link has another one's copy of the group, and that one's clone,
/// which the image has already.
bool GraphBuilder::goesWithMember(const LinkedObject &Object, StringRef Group,
                                  const ObjectSymbol &Symbol) const {
  if (Object.IsAlwaysLoaded || Group.empty() || !Symbol.isLocal() || !Symbol.isInSection())
    return false;
  const ObjectSection &Section = Object.Linked->Sections[Symbol.Section];
  const auto Groups = WithGroup.find(CachedHashStringRef(Group));
  const auto Sections = WithSection.find(CachedHashStringRef(Section.Name));
  return isOwnSection(Section) && Groups != WithGroup.end() && Sections != WithSection.end() &&
         llvm::any_of(Sections->second, [&](const LinkedObject *Other) {
           return Other != &Object && llvm::binary_search(Groups->second, Other);
         });
}

/// What an archive member is loaded for: its global functions and variables of no group.
GraphBuilder::ItemList GraphBuilder::loadedFor(const LinkedObject &Object) const {
  ItemList Items;
  for (const ObjectSymbol &Symbol : Object.Linked->Symbols)
    if (!Symbol.isLocal() && Symbol.isInSection() &&
        !(Object.Linked->Sections[Symbol.Section].Flags & ELF::SHF_GROUP))
      llvm::append_range(Items, itemsOf(Object, Symbol.Section));
  return Items;
}

void GraphBuilder::addReferences(const LinkedObject &Object, uint32_t Section, StringRef Group) {
  const ObjectSection &From = Object.Linked->Sections[Section];
  const ItemList Items = itemsOf(Object, Section);
  const bool Registers = Registering.count({Object.Captured, Section}) != 0;
  std::optional<ItemList> Loading; // once it is asked for
  for (const ObjectRelocation &R : From.Relocations) {
    const ItemList *Keepers = &Items;
    if (goesWithMember(Object, Group, Object.Linked->Symbols[R.Symbol])) {
      if (!Loading)
        Loading = loadedFor(Object);
      if (!Loading->empty())
        Keepers = &*Loading;
    }
    for (uint32_t To : targetsOf(Object, Section, R)) {
      if (Registers && (KernelCode.contains(To) || Graph.Items[To].Name.front() == '"'))
        continue;
      for (uint32_t Item : *Keepers)
        addEdge(Item, To);
    }
  }
  // What describes a section goes with it.
  if ((From.Flags & ELF::SHF_LINK_ORDER) && From.Link < Object.Linked->Sections.size())
    for (uint32_t Described : itemsOf(Object, From.Link))
      for (uint32_t Item : Items)
        addEdge(Described, Item);
}

/// The sections of a group are kept together.
void GraphBuilder::addGroups(const LinkedObject &Object) {
  forEachGroup(*Object.Linked, [&](StringRef, ArrayRef<uint32_t> Members) {
    ItemList Items;
    for (uint32_t I : Members)
      if (I < Object.Linked->Sections.size())
        for (uint32_t Item : itemsOf(Object, I))
          if (!isUnwindTable(Object.Linked->Sections[I].Name))
            Items.push_back(Item);
    for (size_t I = 1; I < Items.size(); ++I) {
      addEdge(Items[I - 1], Items[I]);
      addEdge(Items[I], Items[I - 1]);
    }
  });
}

void GraphBuilder::addReferences() {
  findCopies();
  for (const LinkedObject &Object : Program.Objects) {
    if (!Program.isLoaded(Object) || Object.Captured->Name == TableObjectName)
      continue;
    std::vector<StringRef> GroupOf(Object.Linked->Sections.size());
    forEachGroup(*Object.Linked, [&](StringRef Name, ArrayRef<uint32_t> Members) {
      for (uint32_t I : Members)
        if (I < GroupOf.size())
          GroupOf[I] = Name;
    });
    for (uint32_t I = 0; I < Object.Linked->Sections.size(); ++I) {
      const ObjectSection &Section = Object.Linked->Sections[I];
      if ((Section.Flags & ELF::SHF_ALLOC) && Section.Name != ".eh_frame" &&
          Program.isLive(Object, I))
        addReferences(Object, I, GroupOf[I]);
    }
    addGroups(Object);
  }
}

void GraphBuilder::addRoots() {
  auto MakeRoot = [&](uint32_t Item, const char *Why) {
    if (!NoRoots.contains(Item) && !Graph.Items[Item].Root)
      Graph.Items[Item].Root = Why;
  };
  if (std::optional<uint32_t> Entry = itemAt(Image.entry()))
    MakeRoot(*Entry, "the program begins there");
  const RootRules Rules(Program.Request.Inputs);
  for (const LinkedObject &Object : Program.Objects)
    if (Program.isLoaded(Object))
      for (uint32_t I = 0; I < Object.Linked->Sections.size(); ++I)
        if (const char *Why = Rules.whyKept(Object.Linked->Sections[I]))
          for (uint32_t Item : itemsOf(Object, I))
            MakeRoot(Item, Why);
  std::vector<StringRef> Names;
  for (const auto &Name : Program.rootSymbols())
    Names.push_back(Name.getKey());
  for (StringRef Name : Names)
    for (uint32_t Item : targetsOf(Name))
      MakeRoot(Item, "the linker script or an option names it");
  for (const auto &Name : Program.Request.Inputs.AskedByLibraries)
    if (Defined.contains(Name.getKey())) // else one library asks another for it
      for (uint32_t Item : targetsOf(Name.getKey()))
        MakeRoot(Item, "a shared library of the link asks for it");
}

/// What the linker kept for reasons that objects and scripts do not tell.
void GraphBuilder::addUnreached() {
  const char *const Why = "the linker keeps it: nothing in the objects refers to it";
  BitVector Reached = reached();
  std::vector<uint32_t> Work;
  auto Reach = [&](uint32_t Root) {
    Graph.Items[Root].Root = Why;
    Reached.set(Root);
    Work.push_back(Root);
    while (!Work.empty()) {
      const uint32_t From = Work.back();
      Work.pop_back();
      for (uint32_t To : Graph.Targets[From])
        if (!Reached[To]) {
          Reached.set(To);
          Work.push_back(To);
        }
    }
  };
  for (bool IsFirstRound : {true, false})
    for (uint32_t I = 0; I < Graph.Items.size(); ++I)
      if (!Reached[I] && (!IsFirstRound || Graph.Sources[I].empty()))
        Reach(I);
}

/// Each section is called by its symbol: the one that has most of it, a global one before others.
void GraphBuilder::nameItems() {
  for (const LinkedObject &Object : Program.Objects) {
    if (!Program.isLoaded(Object))
      continue;
    std::vector<const ObjectSymbol *> Best(Object.Linked->Sections.size());
    for (const ObjectSymbol &Symbol : Object.Linked->Symbols) {
      if (!Symbol.isInSection() || Symbol.Name.empty() || Symbol.Type == ELF::STT_SECTION ||
          Symbol.Type == ELF::STT_FILE || Symbol.Name.starts_with("$") ||
          Symbol.Name.starts_with(".L"))
        continue;
      const ObjectSymbol *&Named = Best[Symbol.Section];
      if (!Named ||
          std::pair(Symbol.Size, !Symbol.isLocal()) > std::pair(Named->Size, !Named->isLocal()))
        Named = &Symbol;
    }
    for (uint32_t I = 0; I < Best.size(); ++I)
      if (Best[I])
        for (uint32_t Item : itemsOf(Object, I))
          if (Graph.Items[Item].Name.empty())
            Graph.Items[Item].Name = Best[I]->Name;
  }
  for (ImageItem &Item : Graph.Items)
    if (Item.Name.empty())
      Item.Name = !Item.InputSection.empty()           ? Item.InputSection.str()
                  : Item.Output != ImageItem::NoOutput ? Graph.Outputs[Item.Output].Name
                                                       : "?";
}

} // namespace etprune
