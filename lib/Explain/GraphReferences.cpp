// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Explain/GraphPasses.h"

#include "Link/Inputs/LinkInputs.h"
#include "Object/Arch/Arch.h"
#include "Object/RecordNames.h"
#include "Prune/Verify.h"

#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;

namespace etprune {

ReferenceTargets::ReferenceTargets(const LinkedProgram &Program, const ImageGraph &Graph,
                                   const ItemIndex &Items, const MergedIndex &Merged,
                                   StringMap<uint32_t> Imports)
    : Program(Program), Graph(Graph), Items(Items), Merged(Merged), Imports(std::move(Imports)),
      Definitions(Program) {
  for (const LinkedObject &Object : Program.Objects) {
    if (!Program.isLoaded(Object))
      continue;
    for (const ObjectSymbol &Symbol : Object.Linked->Symbols) {
      if (Symbol.isLocal() || Symbol.isUndefined())
        continue;
      const bool IsEnd = Symbol.isInSection() && Symbol.Value != 0 &&
                         Symbol.Value == Object.Linked->Sections[Symbol.Section].Size;
      Defined.try_emplace(withoutVersion(Symbol.Name), IsEnd).first->second &= IsEnd;
    }
  }
}

const ItemList &ReferenceTargets::of(StringRef Symbol) {
  auto [It, IsNew] = Known.try_emplace(Symbol);
  if (IsNew)
    It->second = find(Symbol);
  return It->second;
}

ItemList ReferenceTargets::find(StringRef Symbol) {
  ItemList Found;
  if (const StringRef Named = sectionOfBorder(Symbol);
      !Named.empty() && !Defined.contains(Symbol)) {
    if (Program.Inputs.KeepsNamedSections)
      for (uint32_t I = 0; I < Graph.Items.size(); ++I)
        if (Graph.Items[I].InputSection == Named)
          Found.push_back(I);
    return Found;
  }
  const StringRef Name = Definitions.wrapped(Symbol);
  if (auto Import = Imports.find(Name); Import != Imports.end())
    Found.push_back(Import->second);
  // A symbol that only the linker script defines has no section, so references to it keep nothing.
  const auto Definition = Defined.find(withoutVersion(Name));
  if (Definition == Defined.end() && !isTableSymbol(Name))
    return Found;
  const bool IsEnd = Definition != Defined.end() && Definition->second;
  const ChosenDefinition &Chosen = Definitions.find(Name);
  if (Chosen.What == ChosenDefinition::Here)
    for (uint64_t Address : Chosen.Addresses)
      if (auto Item = Items.at(Address - IsEnd); Item && !is_contained(Found, *Item))
        Found.push_back(*Item);
  return Found;
}

ItemList ReferenceTargets::of(const LinkedObject &Object, uint32_t Section,
                              const ObjectRelocation &R) {
  const InputObject &Linked = *Object.Linked;
  const ObjectSymbol &Symbol = Linked.Symbols[R.Symbol];
  if (!Symbol.isLocal())
    return of(Symbol.Name);
  if (!Symbol.isInSection())
    return {};
  const ObjectSection &Target = Linked.Sections[Symbol.Section];
  if (Target.isMergeable()) {
    uint64_t Offset = Symbol.Value;
    if (Symbol.Type == ELF::STT_SECTION) {
      Offset += expectedToStdOptional(Linked.wordAddend(Section, R)).value_or(0);
      const Arch *Machine = Arch::find(Linked.Target.Machine);
      const WordForm *Form = Machine ? Machine->wordForm(R.Type) : nullptr;
      if (Machine && (!Form || Form->IsDistance))
        Offset += Machine->DistanceBias;
    }
    if (const std::optional<uint32_t> Piece = Merged.find(Graph, Target, Offset))
      return {*Piece};
  }
  ItemList Found = Items.of(Object, Symbol.Section);
  if (Found.empty())
    for (uint64_t Copy : Program.copiesOf(Target))
      if (std::optional<uint32_t> Item = Items.at(Copy))
        Found.push_back(*Item);
  return Found;
}

namespace {

bool isOwnSection(const ObjectSection &Section) {
  return (Section.Flags & ELF::SHF_ALLOC) && !(Section.Flags & ELF::SHF_GROUP) &&
         !Section.isMergeable();
}

/// Finds references from a COMDAT group in an archive member to the member's local functions, for
/// example to a clone. Without this member, the linker takes the group and the clone from another
/// member. Therefore the group does not keep this member's clone. This member's global functions
/// keep the clone, because the linker loads the member for one of these functions.
class MemberCopies {
public:
  explicit MemberCopies(const LinkedProgram &Program);
  bool goesWithMember(const LinkedObject &Object, StringRef Group,
                      const ObjectSymbol &Symbol) const;

private:
  /// Loaded objects in the order of the link.
  using ObjectsByName = DenseMap<CachedHashStringRef, SmallVector<const LinkedObject *, 1>>;
  // WithGroup: by the names of their COMDAT groups. WithSection: by the names of their live
  // sections.
  ObjectsByName WithGroup, WithSection;
};

MemberCopies::MemberCopies(const LinkedProgram &Program) {
  for (const LinkedObject &Object : Program.Objects) {
    if (!Program.isLoaded(Object))
      continue;
    forEachGroup(*Object.Linked, [&](StringRef Name, ArrayRef<uint32_t>) {
      WithGroup[CachedHashStringRef(Name)].push_back(&Object);
    });
    for (const auto &[I, Section] : llvm::enumerate(Object.Linked->Sections))
      if (isOwnSection(Section) && Program.isLive(Object, I))
        WithSection[CachedHashStringRef(Section.Name)].push_back(&Object);
  }
}

bool MemberCopies::goesWithMember(const LinkedObject &Object, StringRef Group,
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

/// An archive member's functions and variables outside of COMDAT groups. The linker is assumed to
/// load the member because one of them is needed.
ItemList loadedFor(const LinkedObject &Object, const ItemIndex &Items) {
  ItemList Found;
  for (const ObjectSymbol &Symbol : Object.Linked->Symbols)
    if (!Symbol.isLocal() && Symbol.isInSection() &&
        !(Object.Linked->Sections[Symbol.Section].Flags & ELF::SHF_GROUP))
      llvm::append_range(Found, Items.of(Object, Symbol.Section));
  return Found;
}

struct ObjectReferences {
  void addSection(uint32_t Section, StringRef Group);
  void addGroup(ArrayRef<uint32_t> Members);

  const LinkedObject &Object;
  const KernelParts &Kernels;
  const MemberCopies &Copies;
  ReferenceTargets &Targets;
  const ItemIndex &Items;
  ImageGraph &Graph;
};

void ObjectReferences::addSection(uint32_t Section, StringRef Group) {
  const ObjectSection &From = Object.Linked->Sections[Section];
  const ItemList Own = Items.of(Object, Section);
  const bool Registers = Kernels.Registering.count({Object.Captured, Section}) != 0;
  std::optional<ItemList> Loading; // computed at the first use
  for (const ObjectRelocation &R : From.Relocations) {
    const ItemList *Keepers = &Own;
    if (Copies.goesWithMember(Object, Group, Object.Linked->Symbols[R.Symbol])) {
      if (!Loading)
        Loading = loadedFor(Object, Items);
      if (!Loading->empty())
        Keepers = &*Loading;
    }
    for (uint32_t To : Targets.of(Object, Section, R)) {
      if (Registers && (Kernels.Code.contains(To) || Graph.Items[To].Name.front() == '"'))
        continue;
      for (uint32_t Item : *Keepers)
        Graph.addEdge(Item, To);
    }
  }
  // A section with SHF_LINK_ORDER is kept if the section that it describes is kept.
  if ((From.Flags & ELF::SHF_LINK_ORDER) && From.Link < Object.Linked->Sections.size())
    for (uint32_t Described : Items.of(Object, From.Link))
      for (uint32_t Item : Own)
        Graph.addEdge(Described, Item);
}

void ObjectReferences::addGroup(ArrayRef<uint32_t> Members) {
  ItemList All;
  for (uint32_t I : Members)
    if (I < Object.Linked->Sections.size() && !isUnwindTable(Object.Linked->Sections[I].Name))
      llvm::append_range(All, Items.of(Object, I));
  for (size_t I = 1; I < All.size(); ++I) {
    Graph.addEdge(All[I - 1], All[I]);
    Graph.addEdge(All[I], All[I - 1]);
  }
}

} // namespace

void addReferences(const LinkedProgram &Program, const KernelParts &Kernels,
                   ReferenceTargets &Targets, const ItemIndex &Items, ImageGraph &Graph) {
  const MemberCopies Copies(Program);
  for (const LinkedObject &Object : Program.Objects) {
    if (!Program.isLoaded(Object) || Object.Captured->Name == TableObjectName)
      continue;
    ObjectReferences References{Object, Kernels, Copies, Targets, Items, Graph};
    std::vector<StringRef> GroupOf(Object.Linked->Sections.size());
    forEachGroup(*Object.Linked, [&](StringRef Name, ArrayRef<uint32_t> Members) {
      for (uint32_t I : Members)
        if (I < GroupOf.size())
          GroupOf[I] = Name;
      References.addGroup(Members);
    });
    for (const auto &[I, Section] : llvm::enumerate(Object.Linked->Sections))
      if ((Section.Flags & ELF::SHF_ALLOC) && Section.Name != ".eh_frame" &&
          Program.isLive(Object, I))
        References.addSection(I, GroupOf[I]);
  }
}

void finishEdges(ImageGraph &Graph) {
  Graph.Sources.resize(Graph.Items.size());
  for (uint32_t From = 0; From < Graph.Items.size(); ++From) {
    std::vector<uint32_t> &List = Graph.Targets[From];
    llvm::sort(List);
    List.erase(std::unique(List.begin(), List.end()), List.end());
    for (uint32_t To : List)
      Graph.Sources[To].push_back(From);
  }
}

void addRoots(const LinkedProgram &Program, const KernelParts &Kernels, ReferenceTargets &Targets,
              const ItemIndex &Items, ImageGraph &Graph) {
  auto MakeRoots = [&](const ItemList &Roots, const char *Why) {
    for (uint32_t Item : Roots)
      if (!Kernels.NoRoots.contains(Item) && !Graph.Items[Item].Root)
        Graph.Items[Item].Root = Why;
  };
  if (std::optional<uint32_t> Entry = Items.at(Program.Image.entry()))
    MakeRoots({*Entry}, "the program begins there");
  const RootRules Rules(Program.Inputs);
  for (const LinkedObject &Object : Program.Objects)
    if (Program.isLoaded(Object))
      for (const auto &[I, Section] : llvm::enumerate(Object.Linked->Sections))
        if (const char *Why = Rules.whyKept(Section))
          MakeRoots(Items.of(Object, I), Why);
  for (const auto &Name : Program.Inputs.RootSymbols)
    MakeRoots(Targets.of(Name.getKey()), "the linker script or an option names it");
  for (const auto &Name : Program.Inputs.AskedByLibraries)
    if (Targets.isDefined(Name.getKey())) // else a library defines the name
      MakeRoots(Targets.of(Name.getKey()), "a shared library of the link refers to this symbol");
}

void addUnreached(ImageGraph &Graph) {
  ItemSet Reached = rootsOf(Graph);
  size_t Next = 0;
  auto Follow = [&] {
    for (; Next != Reached.size(); ++Next)
      Reached.insert(Graph.Targets[Reached[Next]].begin(), Graph.Targets[Reached[Next]].end());
  };
  Follow();
  // The first round makes roots of items that nothing refers to. The second round makes roots of
  // items in cycles. A cycle needs its own root only if no item outside of the cycle reaches it.
  for (bool IsFirstRound : {true, false})
    for (uint32_t I = 0; I < Graph.Items.size(); ++I)
      if (!Reached.contains(I) && (!IsFirstRound || Graph.Sources[I].empty())) {
        Graph.Items[I].Root = "the linker keeps it, although no other root leads to it";
        Reached.insert(I);
        Follow();
      }
}

} // namespace etprune
