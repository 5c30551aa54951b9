// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Registry/DeadSections.h"

#include "ExecuTorch/StockKernels.h"
#include "Object/RecordNames.h"

#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;

namespace etprune {

/// A section that the linker collects when nothing refers to it, going by its kind. Others (vector
/// tables, constructors, notes) are roots.
bool DeadSections::mayBeDropped(const ObjectSection &Section) {
  if (!(Section.Flags & ELF::SHF_ALLOC) || (Section.Flags & ELF::SHF_GNU_RETAIN))
    return false;
  for (StringRef Prefix :
       {".text.", ".rodata.", ".data.", ".bss.", ".sdata.", ".sbss.", ".tdata.", ".tbss."})
    if (Section.Name.starts_with(Prefix))
      return true;
  for (StringRef Name : {".text", ".rodata", ".data", ".bss"})
    if (Section.Name == Name)
      return true;
  return isRecord(Section.Name);
}

template <class Visit>
void DeadSections::forEachReferenced(const InputObject &Object, uint32_t Section, Visit V) const {
  for (const ObjectRelocation &R : Object.Sections[Section].Relocations) {
    const ObjectSymbol &Symbol = Object.Symbols[R.Symbol];
    if (Symbol.Section != ObjectSymbol::Undefined && Symbol.Section != ObjectSymbol::Elsewhere)
      V(Place{&Object, Symbol.Section});
    if (Symbol.isLocal())
      continue;
    // A symbol defined here may be another object's in the end (weak, COMDAT).
    auto It = Definitions.find(Symbol.Name);
    if (It != Definitions.end())
      for (const Place &P : It->second)
        V(P);
  }
}

void DeadSections::spread(std::vector<Place> Work, State From, State To) {
  while (!Work.empty()) {
    Place P = Work.back();
    Work.pop_back();
    forEachReferenced(*P.first, P.second, [&](Place Next) {
      bool MayGo = From == Suspect || mayBeDropped(Next.first->Sections[Next.second]);
      if (state(Next) == From && MayGo) {
        state(Next) = To;
        Work.push_back(Next);
      }
    });
  }
}

DeadSections::DeadSections(ArrayRef<const InputObject *> AllObjects, const PrunePlan &Plan,
                           const StringSet<> &RootSymbols, ArrayRef<SectionPlace> Replaced)
    : HasReplaced(!Replaced.empty()) {
  if (Plan.Dropped.empty() && Replaced.empty())
    return;
  // What becomes of intermediate code cannot be told before it is compiled: all that it names
  // lives.
  StringSet<> NamedByOptimiser;
  std::vector<const InputObject *> Objects;
  for (const InputObject *Object : AllObjects) {
    if (Object->IsReplaced)
      for (const ObjectSymbol &Symbol : Object->Symbols)
        NamedByOptimiser.insert(Symbol.Name);
    else
      Objects.push_back(Object);
  }
  for (const InputObject *Object : Objects) {
    std::vector<State> &OfObject = States[Object];
    OfObject.resize(Object->Sections.size(), Unreached);
    for (const ObjectSymbol &Symbol : Object->Symbols)
      if (!Symbol.isLocal() && !Symbol.isUndefined() && Symbol.Section != ObjectSymbol::Elsewhere)
        Definitions[Symbol.Name].push_back({Object, Symbol.Section});
  }

  std::vector<Place> Dropped;
  for (const KernelRecord *Record : Plan.Dropped)
    for (uint32_t Section : {Record->RecordSection, Record->CodeSection})
      if (!Record->Object->IsReplaced && Section && state({Record->Object, Section}) == Unreached) {
        state({Record->Object, Section}) = Suspect;
        Dropped.push_back({Record->Object, Section});
      }
  for (const Place &P : Replaced) {
    state(P) = Suspect;
    Dropped.push_back(P);
  }
  spread(Dropped, Unreached, Suspect);

  std::vector<Place> Roots;
  for (const InputObject *Object : Objects)
    for (uint32_t I = 0; I < Object->Sections.size(); ++I) {
      // What ties an unwind table or debug information to its code does not keep the code.
      const ObjectSection &Section = Object->Sections[I];
      bool Follows = !(Section.Flags & ELF::SHF_ALLOC) || (Section.Flags & ELF::SHF_LINK_ORDER) ||
                     Section.Name == ".eh_frame" || isRecord(Section.Name);
      if (state({Object, I}) == Unreached && !Follows)
        Roots.push_back({Object, I});
    }
  for (const PlannedKernel &Kernel : Plan.Kept) {
    // Another library's record may name the same function.
    SmallVector<Place, 1> Places = {{Kernel.Record->Object, Kernel.Record->CodeSection}};
    if (const StockKernel *Function = Kernel.Record->AtRunTime) {
      Places = {{Function->Code, Function->Section}};
      if (!Function->Code)
        Places = Definitions.lookup(Function->Function);
    }
    for (const Place &Code : Places)
      if (Code.second) {
        state(Code) = Live;
        Roots.push_back(Code);
      }
  }
  for (const StringSet<> *Names : {&RootSymbols, &std::as_const(NamedByOptimiser)})
    for (const auto &Root : *Names) {
      auto It = Definitions.find(Root.getKey());
      if (It == Definitions.end())
        continue;
      for (const Place &P : It->second)
        if (state(P) == Suspect) {
          state(P) = Live;
          Roots.push_back(P);
        }
    }
  for (const InputObject *Object : Objects)
    for (uint32_t I = 0; I < Object->Sections.size(); ++I)
      if (state({Object, I}) == Suspect && RootSymbols.contains(Object->Sections[I].Name) &&
          !llvm::is_contained(Replaced, Place{Object, I})) {
        state({Object, I}) = Live;
        Roots.push_back({Object, I});
      }
  spread(Roots, Suspect, Live);
}

} // namespace etprune
