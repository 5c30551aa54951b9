// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two passes of marking over the graph of references: from the dropped sections, which makes all
// that they reach suspect, and then from all other sections and the roots, which makes live again
// what these reach.

#include "Registry/DeadSections.h"

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
      V(SectionRef{&Object, Symbol.Section});
    if (Symbol.isLocal())
      continue;
    // A symbol defined here may be another object's in the end (weak, COMDAT).
    auto It = Definitions.find(Symbol.Name);
    if (It != Definitions.end())
      for (const SectionRef &P : It->second)
        V(P);
  }
}

void DeadSections::spread(Sections Work, State From, State To) {
  while (!Work.empty()) {
    SectionRef P = Work.back();
    Work.pop_back();
    forEachReferenced(*P.first, P.second, [&](SectionRef Next) {
      bool MayGo = From == Suspect || mayBeDropped(Next.first->Sections[Next.second]);
      if (state(Next) == From && MayGo) {
        state(Next) = To;
        Work.push_back(Next);
      }
    });
  }
}

void DeadSections::addObject(const InputObject &Object) {
  States[&Object].resize(Object.Sections.size(), Unreached);
  for (const ObjectSymbol &Symbol : Object.Symbols)
    if (!Symbol.isLocal() && !Symbol.isUndefined() && Symbol.Section != ObjectSymbol::Elsewhere)
      Definitions[Symbol.Name].push_back({&Object, Symbol.Section});
}

/// The sections of dropped kernels, and those that are superseded.
DeadSections::Sections DeadSections::suspects(const PrunePlan &Plan,
                                              ArrayRef<SectionRef> Superseded) {
  Sections Dropped;
  for (const KernelRecord *Record : Plan.Dropped)
    for (uint32_t I : {Record->RecordSection, Record->codeSection()}) {
      const SectionRef Section{Record->Object, I};
      if (!Record->Object->UsesIntermediateCode && I && state(Section) == Unreached) {
        state(Section) = Suspect;
        Dropped.push_back(Section);
      }
    }
  for (const SectionRef &Section : Superseded) {
    state(Section) = Suspect;
    Dropped.push_back(Section);
  }
  return Dropped;
}

/// The functions of kept kernels: a dropped record of another library may name the same one.
void DeadSections::addKept(const PrunePlan &Plan, Sections &Roots) {
  for (const PlannedKernel &Kernel : Plan.Kept) {
    const FunctionLocation &Function = Kernel.Record->Function;
    SmallVector<SectionRef, 1> Code = {{Function.Object, Function.Section}};
    if (!Function.Object)
      Code = Definitions.lookup(Kernel.Record->Symbol);
    for (const SectionRef &Section : Code) {
      state(Section) = Live;
      Roots.push_back(Section);
    }
  }
}

void DeadSections::addNamed(const StringSet<> &Names, Sections &Roots) {
  for (const auto &Name : Names) {
    auto It = Definitions.find(Name.getKey());
    if (It == Definitions.end())
      continue;
    for (const SectionRef &Section : It->second)
      if (state(Section) == Suspect) {
        state(Section) = Live;
        Roots.push_back(Section);
      }
  }
}

/// Records are referred to by nothing, and unwind tables and debug information belong to the code
/// that they describe: their references keep nothing.
bool DeadSections::keepsNothing(const ObjectSection &Section) {
  return !(Section.Flags & ELF::SHF_ALLOC) || (Section.Flags & ELF::SHF_LINK_ORDER) ||
         Section.Name == ".eh_frame" || isRecord(Section.Name);
}

DeadSections::DeadSections(ArrayRef<const InputObject *> AllObjects, const PrunePlan &Plan,
                           const StringSet<> &RootSymbols, ArrayRef<SectionRef> Superseded)
    : HasSuperseded(!Superseded.empty()) {
  if (Plan.Dropped.empty() && Superseded.empty())
    return;
  // Which references intermediate code leaves cannot be told before it is compiled: every name in
  // it is a root.
  StringSet<> NamedByOptimiser;
  std::vector<const InputObject *> Objects;
  for (const InputObject *Object : AllObjects) {
    if (!Object->UsesIntermediateCode) {
      Objects.push_back(Object);
      addObject(*Object);
      continue;
    }
    for (const ObjectSymbol &Symbol : Object->Symbols)
      NamedByOptimiser.insert(Symbol.Name);
  }
  spread(suspects(Plan, Superseded), Unreached, Suspect);

  Sections Roots;
  for (const InputObject *Object : Objects)
    for (uint32_t I = 0; I < Object->Sections.size(); ++I)
      if (state({Object, I}) == Unreached && !keepsNothing(Object->Sections[I]))
        Roots.push_back({Object, I});
  addKept(Plan, Roots);
  addNamed(RootSymbols, Roots);
  addNamed(NamedByOptimiser, Roots);
  for (const InputObject *Object : Objects)
    for (uint32_t I = 0; I < Object->Sections.size(); ++I)
      if (state({Object, I}) == Suspect && RootSymbols.contains(Object->Sections[I].Name) &&
          !llvm::is_contained(Superseded, SectionRef{Object, I})) {
        state({Object, I}) = Live;
        Roots.push_back({Object, I});
      }
  spread(std::move(Roots), Suspect, Live);
}

} // namespace etprune
