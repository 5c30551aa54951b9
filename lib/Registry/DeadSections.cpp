// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two passes of marking over the graph of references: from the dropped sections, which makes all
// that they reach suspect, and then from all other sections and the roots, which makes live again
// what these reach. Callers that are asked about are suspect, too, as is all that leads to them.

#include "Registry/DeadSections.h"

#include "Object/RecordNames.h"
#include "Object/UnwindEntries.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;

namespace etprune {

bool isExceptionTable(const ObjectSection &Section) {
  return Section.Name.starts_with(".gcc_except_table") &&
         !(Section.Flags & (ELF::SHF_LINK_ORDER | ELF::SHF_GROUP));
}

/// A section that the linker collects when nothing refers to it, going by its kind. Others (vector
/// tables, constructors, notes) are roots.
static bool mayBeDropped(const ObjectSection &Section) {
  if (!(Section.Flags & ELF::SHF_ALLOC) || (Section.Flags & ELF::SHF_GNU_RETAIN))
    return false;
  for (StringRef Prefix :
       {".text.", ".rodata.", ".data.", ".bss.", ".sdata.", ".sbss.", ".tdata.", ".tbss."})
    if (Section.Name.starts_with(Prefix))
      return true;
  return llvm::is_contained({".text", ".rodata", ".data", ".bss"}, Section.Name) ||
         isRecord(Section.Name) || isExceptionTable(Section);
}

void DeadSections::spread(Sections Work, State From, State To) {
  auto Reach = [&](const SectionRef &Next) {
    State &Now = state(Next);
    if (Now != From || (From != Suspect && !mayBeDropped(Next.section())))
      return;
    Now = To;
    Work.push_back(Next);
  };
  // Looking up a name takes the most time, and an object refers to most of its symbols many times.
  DenseMap<const InputObject *, BitVector> Followed;
  while (!Work.empty()) {
    const SectionRef Section = Work.back();
    Work.pop_back();
    if (auto Tables = ExceptionTables.find(Section); Tables != ExceptionTables.end())
      llvm::for_each(Tables->second, Reach);
    if (Section.section().Relocations.empty())
      continue;
    BitVector &IsFollowed = Followed[Section.Object];
    IsFollowed.resize(Section.Object->Symbols.size());
    for (const ObjectRelocation &R : Section.section().Relocations) {
      if (IsFollowed.test(R.Symbol))
        continue;
      IsFollowed.set(R.Symbol);
      const ObjectSymbol &Symbol = Section.Object->Symbols[R.Symbol];
      if (Symbol.isInSection())
        Reach({Section.Object, Symbol.Section});
      if (!Symbol.isLocal()) // one defined here may be another object's in the end (weak, COMDAT)
        llvm::for_each(definitionsOf(Symbol.Name), Reach);
    }
  }
}

void DeadSections::addObject(const InputObject &Object) {
  States[&Object].resize(Object.Sections.size(), Unreached);
  for (const ObjectSymbol &Symbol : Object.Symbols)
    if (!Symbol.isLocal() && Symbol.isInSection())
      Definitions[Symbol.Name].push_back({&Object, Symbol.Section});
  if (llvm::none_of(Object.Sections, isExceptionTable))
    return;
  for (uint32_t I = 0; I < Object.Sections.size(); ++I)
    if (Object.Sections[I].Name == ".eh_frame")
      for (const UnwindEntry &Entry : readUnwindEntries(Object, I))
        for (const ObjectRelocation *R : Entry.Others) {
          const uint32_t Function = Object.Symbols[Entry.Function->Symbol].Section;
          const ObjectSymbol &Other = Object.Symbols[R->Symbol];
          if (Other.isInSection() && isExceptionTable(Object.Sections[Other.Section]))
            ExceptionTables[{&Object, Function}].push_back({&Object, Other.Section});
        }
}

/// The sections of dropped kernels, and those that are superseded.
DeadSections::Sections DeadSections::suspects(const PrunePlan &Plan,
                                              ArrayRef<SectionRef> Superseded) {
  Sections Dropped;
  auto Suspects = [&](const KernelRecord &Record) {
    for (uint32_t I : {Record.RecordSection, Record.codeSection()}) {
      const SectionRef Section{Record.Object, I};
      if (!Record.Object->UsesIntermediateCode && I && state(Section) == Unreached) {
        state(Section) = Suspect;
        Dropped.push_back(Section);
      }
    }
  };
  for (const KernelRecord *Record : Plan.Dropped)
    Suspects(*Record);
  for (const auto &Narrowed : Plan.Narrowed)
    for (const KernelRecord *Record : Narrowed->Replaced)
      Suspects(*Record);
  for (const SectionRef &Section : Superseded) {
    state(Section) = Suspect;
    Dropped.push_back(Section);
  }
  return Dropped;
}

/// The callers, and every section from which one is reached.
void DeadSections::addWhatLeadsTo(ArrayRef<SectionRef> Callers,
                                  ArrayRef<const InputObject *> Objects, Sections &Suspects) {
  DenseMap<const InputObject *, BitVector> Leads;
  for (const InputObject *Object : Objects)
    Leads[Object].resize(Object->Sections.size());
  StringSet<> Names;
  bool Changed = false;
  auto Add = [&](const SectionRef &Section) {
    Leads[Section.Object].set(Section.Index);
    for (const ObjectSymbol &Symbol : Section.Object->Symbols)
      if (!Symbol.isLocal() && Symbol.Section == Section.Index)
        Names.insert(Symbol.Name);
    if (State &Now = state(Section); Now == Unreached) {
      Now = Suspect;
      Suspects.push_back(Section);
    }
    Changed = true;
  };
  for (const SectionRef &Caller : Callers)
    if (mayBeDropped(Caller.section()))
      Add(Caller);
  while (std::exchange(Changed, false))
    for (const InputObject *Object : Objects) {
      const BitVector &Known = Leads[Object];
      for (uint32_t I = 1; I < Object->Sections.size(); ++I)
        if (!Known.test(I) && mayBeDropped(Object->Sections[I]) &&
            llvm::any_of(Object->Sections[I].Relocations, [&](const ObjectRelocation &R) {
              const ObjectSymbol &To = Object->Symbols[R.Symbol];
              return (To.isInSection() && Known.test(To.Section)) ||
                     (!To.isLocal() && Names.contains(To.Name));
            }))
          Add({Object, I});
    }
}

/// The functions of kept kernels: a dropped record of another library may name the same one.
void DeadSections::addKept(const PrunePlan &Plan, Sections &Roots) {
  for (const PlannedKernel &Kernel : Plan.Kept) {
    const FunctionLocation &Function = Kernel.Record->Function;
    const SectionRef Known = {Function.Object, Function.Section};
    for (const SectionRef &Section :
         Function.Object ? ArrayRef(Known) : definitionsOf(Kernel.Record->Symbol)) {
      state(Section) = Live;
      Roots.push_back(Section);
    }
  }
}

void DeadSections::addNamed(const StringSet<> &Names, Sections &Roots) {
  for (const auto &Name : Names)
    for (const SectionRef &Section : definitionsOf(Name.getKey()))
      if (state(Section) == Suspect) {
        state(Section) = Live;
        Roots.push_back(Section);
      }
}

/// Records are referred to by nothing, and unwind tables and debug information belong to the code
/// that they describe: their references keep nothing.
static bool keepsNothing(const ObjectSection &Section) {
  return !(Section.Flags & ELF::SHF_ALLOC) || (Section.Flags & ELF::SHF_LINK_ORDER) ||
         Section.Name == ".eh_frame" || isRecord(Section.Name);
}

DeadSections::DeadSections(ArrayRef<const InputObject *> AllObjects, const PrunePlan &Plan,
                           const StringSet<> &RootSymbols, ArrayRef<SectionRef> Superseded,
                           Purpose For, ArrayRef<SectionRef> Callers)
    : HasSuperseded(!Superseded.empty()) {
  if (For == Edits && Plan.Dropped.empty() && Plan.Narrowed.empty() && Superseded.empty())
    return;
  // Which references intermediate code leaves cannot be told before it is compiled: every name in
  // it is a root.
  StringSet<> NamedByOptimiser;
  std::vector<const InputObject *> Objects;
  for (const InputObject *Object : AllObjects) {
    if (!Object->UsesIntermediateCode || (For == Estimate && Object->HasMachineCode)) {
      Objects.push_back(Object);
      addObject(*Object);
      continue;
    }
    for (const ObjectSymbol &Symbol : Object->Symbols)
      NamedByOptimiser.insert(Symbol.Name);
  }
  Sections Suspects = suspects(Plan, Superseded);
  if (!Callers.empty())
    addWhatLeadsTo(Callers, Objects, Suspects);
  spread(std::move(Suspects), Unreached, Suspect);

  Sections Roots;
  for (const InputObject *Object : Objects)
    for (uint32_t I = 0; I < Object->Sections.size(); ++I) {
      const SectionRef Section = {Object, I};
      if (For == Estimate && state(Section) == Unreached && mayBeDropped(Section.section()))
        state(Section) = Suspect;
      const bool IsNamed = state(Section) == Suspect &&
                           RootSymbols.contains(Section.section().Name) &&
                           !llvm::is_contained(Superseded, Section);
      if (IsNamed)
        state(Section) = Live;
      if (IsNamed || (state(Section) == Unreached && !keepsNothing(Section.section())))
        Roots.push_back(Section);
    }
  addKept(Plan, Roots);
  addNamed(RootSymbols, Roots);
  addNamed(NamedByOptimiser, Roots);
  spread(std::move(Roots), Suspect, Live);
}

} // namespace etprune
