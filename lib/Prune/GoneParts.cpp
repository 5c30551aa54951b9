// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Prune/GoneParts.h"

#include "Image/LinkMapReaders.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/GlobPattern.h"

using namespace llvm;

namespace etprune {

GoneParts::GoneParts(const CapturedLink &Link, const PrunePlan &Plan, const PreparedLink &Prepared,
                     const LinkMap &Full)
    : Link(Link), Plan(Plan), Prepared(Prepared), Full(Full) {
  findParts();
}

/// Pairs what the map shows with the sections of objects. Those of one object
/// that share a name come in their order, some of them left out; sizes tell
/// which.
void GoneParts::findParts() {
  DenseMap<std::pair<StringRef, StringRef>, const InputObject *> Objects;
  for (const InputObject *Object : Prepared.Objects) {
    const FileAndMember Name = splitMember(Object->Name);
    Objects.try_emplace({Name.File, Name.Member}, Object);
  }
  DenseMap<std::pair<const InputObject *, StringRef>, std::vector<Part>> Parts;
  for (const MapSection &Output : Full.Sections)
    for (const Contribution &C : Output.Contributions)
      if (const InputObject *Object = Objects.lookup({C.File, C.Member}); Object && C.Size)
        Parts[{Object, C.Section}].push_back(&C);
  for (const InputObject *Object : Prepared.Objects) {
    DenseMap<StringRef, std::vector<uint32_t>> ByName;
    for (uint32_t I = 0; I < Object->Sections.size(); ++I)
      if ((Object->Sections[I].Flags & ELF::SHF_ALLOC) && Object->Sections[I].Size)
        ByName[Object->Sections[I].Name].push_back(I);
    for (const auto &[Name, Sections] : ByName) {
      auto Found = Parts.find({Object, Name});
      if (Found == Parts.end())
        continue;
      // LLD shows an unwind table in pieces.
      if (Sections.size() == 1 && Found->second.size() > 1) {
        const SectionPlace P{Object, Sections.front()};
        for (Part Piece : Found->second)
          PlaceOf[Piece] = P;
        PartOf[P] =
            *llvm::max_element(Found->second, [](Part A, Part B) { return A->Size < B->Size; });
        continue;
      }
      const bool AllAreThere = Found->second.size() == Sections.size();
      size_t Next = 0;
      for (Part P : Found->second)
        for (size_t I = Next; I < Sections.size(); ++I)
          if (AllAreThere || Object->Sections[Sections[I]].Size == P->Size) {
            PlaceOf[P] = {Object, Sections[I]};
            PartOf[{Object, Sections[I]}] = P;
            Next = I + 1;
            break;
          }
    }
  }
}

/// What only dropped kernels reach; and archive members that nothing else would
/// load go as a whole, with their constructors, and with what only those need.
void GoneParts::findDead(const InputObject *Table) {
  DenseSet<const InputObject *> Members;
  for (const auto &File : Link.Inputs->Files)
    if (File->What == LinkFile::Archive && !File->WholeArchive)
      for (const LinkMember &Member : File->Members)
        if (Member.Object)
          Members.insert(Member.Object.get());
  for (const PlannedKernel &Kernel : Plan.Kept)
    Members.erase(Kernel.Record->Object);
  // Scripts name most sections without keeping them.
  std::vector<GlobPattern> Kept;
  for (const std::string &Pattern : Link.Inputs->KeptSections)
    if (auto Glob = GlobPattern::create(Pattern))
      Kept.push_back(std::move(*Glob));
    else
      consumeError(Glob.takeError());
  StringSet<> Roots;
  for (const auto &Root : Prepared.RootSymbols)
    if (!Root.getKey().starts_with(".") ||
        llvm::any_of(Kept, [&](const GlobPattern &G) { return G.match(Root.getKey()); }))
      Roots.insert(Root.getKey());
  if (Table)
    for (const ObjectSymbol &Symbol : Table->Symbols)
      if (Symbol.isUndefined())
        Roots.insert(Symbol.Name);
  auto IsPresent = [&](SectionPlace P) { return PartOf.count(P) != 0; };
  std::vector<SectionPlace> Replaced;
  llvm::copy_if(Prepared.Replaced, std::back_inserter(Replaced), IsPresent);
  DenseSet<SectionPlace> Known(Replaced.begin(),
                               Replaced.end()); // some stay all the same
  for (bool More = true; More;) {
    Dead.emplace(Prepared.Objects, Plan, Roots, Replaced, IsPresent);
    More = false;
    // A constructor may use what its member defines; what loads the member is
    // somebody else's need.
    StringSet<> Needed;
    for (const auto &[P, C] : PartOf)
      if (!isGone(P))
        for (const ObjectRelocation &R : P.first->Sections[P.second].Relocations)
          if (const ObjectSymbol &Symbol = P.first->Symbols[R.Symbol];
              Symbol.isUndefined() && Symbol.Binding != ELF::STB_WEAK)
            Needed.insert(Symbol.Name);
    for (const InputObject *Object : Prepared.Objects) {
      if (!Members.count(Object))
        continue;
      bool LosesAny = false, IsNeeded = false;
      for (const ObjectSymbol &Symbol : Object->Symbols)
        if (!Symbol.isLocal() && !Symbol.isUndefined()) {
          IsNeeded |= Needed.contains(Symbol.Name) || Roots.contains(Symbol.Name);
          LosesAny |= Symbol.Section != ObjectSymbol::Elsewhere &&
                      IsPresent({Object, Symbol.Section}) && isGone({Object, Symbol.Section});
        }
      if (!LosesAny || IsNeeded)
        continue;
      for (uint32_t I = 0; I < Object->Sections.size(); ++I)
        if (IsPresent({Object, I}) && !isGone({Object, I}) && !isMerged(Object->Sections[I]) &&
            Known.insert({Object, I}).second) {
          Replaced.push_back({Object, I});
          More = true;
        }
    }
  }
}

bool GoneParts::isGone(SectionPlace P) const {
  const ObjectSection &Section = P.first->Sections[P.second];
  if (Dead->isDead(*P.first, P.second))
    return true;
  if (auto It = Prepared.Edits.find(P.first); It != Prepared.Edits.end())
    if (It->second.Retargeted.count(P.second) ||
        llvm::is_contained(It->second.ExcludedSections, P.second))
      return true;
  return (Section.Flags & ELF::SHF_LINK_ORDER) && Section.Link < P.first->Sections.size() &&
         Section.Link != P.second &&
         !(P.first->Sections[Section.Link].Flags & ELF::SHF_LINK_ORDER) &&
         isGone({P.first, Section.Link});
}

} // namespace etprune
