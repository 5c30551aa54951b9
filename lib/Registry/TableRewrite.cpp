// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// DeadSections marks sections in two passes over the graph of references. The first pass starts at
// the dropped sections, at code that registers more kernels (`Callers`) and at all sections that
// lead to `Callers`. Each section that this pass reaches becomes suspect. The second pass starts at
// the roots and the sections that are not suspect. Each suspect section that the second pass
// reaches becomes live. The suspect sections that remain are dead.

#include "Registry/TableRewrite.h"

#include "Object/RecordNames.h"
#include "Support/Mark.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;

namespace etprune {

/// True for an exception table without a section flag or group that binds it to its function. The
/// function's entry in .eh_frame names the table, so the table is live if the function is.
static bool isExceptionTable(const ObjectSection &Section) {
  return Section.Name.starts_with(".gcc_except_table") &&
         !(Section.Flags & (ELF::SHF_LINK_ORDER | ELF::SHF_GROUP));
}

/// True if the linker may drop the section when nothing refers to it. Other sections (vector
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

void DeadSections::spread(Sections From, State Before, State After) {
  // Follow each symbol of an object only once, because the lookup of names is slow.
  DenseMap<const InputObject *, BitVector> Followed;
  mark(std::move(From), [&](const SectionRef &Section, auto Mark) {
    state(Section) = After;
    auto Reach = [&](const SectionRef &Next) {
      if (state(Next) == Before && (Before == Suspect || mayBeDropped(Next.section())))
        Mark(Next);
    };
    if (auto Tables = ExceptionTables.find(Section); Tables != ExceptionTables.end())
      llvm::for_each(Tables->second, Reach);
    BitVector &IsFollowed = Followed[Section.Object];
    IsFollowed.resize(Section.Object->Symbols.size());
    for (const ObjectRelocation &R : Section.section().Relocations) {
      if (IsFollowed.test(R.Symbol))
        continue;
      IsFollowed.set(R.Symbol);
      const ObjectSymbol &Symbol = Section.Object->Symbols[R.Symbol];
      if (Symbol.isInSection())
        Reach({Section.Object, Symbol.Section});
      if (!Symbol.isLocal()) // another object's weak or COMDAT definition may win
        llvm::for_each(definitionsOf(Symbol.Name), Reach);
    }
  });
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
      for (const UnwindEntry &Entry : Object.unwindEntries(I))
        for (const ObjectRelocation *R : Entry.Others) {
          const uint32_t Function = Object.Symbols[Entry.Function->Symbol].Section;
          const ObjectSymbol &Other = Object.Symbols[R->Symbol];
          if (Other.isInSection() && isExceptionTable(Object.Sections[Other.Section]))
            ExceptionTables[{&Object, Function}].push_back({&Object, Other.Section});
        }
}

DeadSections::Sections DeadSections::suspects(const PrunePlan &Plan,
                                              ArrayRef<SectionRef> Superseded) {
  Sections Dropped;
  auto Add = [&](const KernelRecord &Record) {
    for (uint32_t I : {Record.RecordSection, Record.codeSection()})
      if (!Record.Object->UsesIntermediateCode && I)
        Dropped.insert({Record.Object, I});
  };
  for (const KernelRecord *Record : Plan.Dropped)
    Add(*Record);
  for (const auto &Narrowed : Plan.Narrowed)
    for (const KernelRecord *Record : Narrowed->Replaced)
      Add(*Record);
  Dropped.insert(Superseded.begin(), Superseded.end());
  return Dropped;
}

DeadSections::Sections DeadSections::thatLeadTo(ArrayRef<SectionRef> Callers,
                                                ArrayRef<const InputObject *> Objects) {
  DenseMap<SectionRef, SmallVector<SectionRef, 2>> ToSection;
  StringMap<SmallVector<SectionRef, 2>> ToName;
  for (const InputObject *Object : Objects)
    for (uint32_t I = 1; I < Object->Sections.size(); ++I) {
      if (!mayBeDropped(Object->Sections[I]))
        continue;
      for (const ObjectRelocation &R : Object->Sections[I].Relocations) {
        const ObjectSymbol &To = Object->Symbols[R.Symbol];
        if (To.isInSection())
          ToSection[{Object, To.Section}].push_back({Object, I});
        if (!To.isLocal())
          ToName[To.Name].push_back({Object, I});
      }
    }
  Sections First;
  for (const SectionRef &Caller : Callers)
    if (mayBeDropped(Caller.section()))
      First.insert(Caller);
  return mark(std::move(First), [&](const SectionRef &Section, auto Mark) {
    llvm::for_each(ToSection.lookup(Section), Mark);
    for (const ObjectSymbol &Symbol : Section.Object->Symbols)
      if (!Symbol.isLocal() && Symbol.Section == Section.Index)
        llvm::for_each(ToName.lookup(Symbol.Name), Mark);
  });
}

/// Adds the functions of kept kernels, because keepsNothing() excludes records from the roots. A
/// kept function can be suspect, because another library's dropped record may name the function.
void DeadSections::addKept(const PrunePlan &Plan, Sections &Roots) const {
  for (const PlannedKernel &Kernel : Plan.Kept) {
    const FunctionLocation &Function = Kernel.Record->Function;
    if (Function.Object)
      Roots.insert({Function.Object, Function.Section});
    else
      for (const SectionRef &Section : definitionsOf(Kernel.Record->Symbol))
        Roots.insert(Section);
  }
}

void DeadSections::addNamed(const StringSet<> &Names, Sections &Roots) {
  for (const auto &Name : Names)
    for (const SectionRef &Section : definitionsOf(Name.getKey()))
      if (state(Section) == Suspect)
        Roots.insert(Section);
}

/// True for sections whose references keep no other section: records, unwind tables and debug
/// information. The pruned link removes the records of dropped kernels, and addKept() adds the
/// functions of kept kernels. The linker keeps unwind tables only with the code that they describe.
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
  // The references of intermediate code are unknown until the linker compiles the code. So each
  // symbol that the code names is a root.
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
    for (const SectionRef &Section : thatLeadTo(Callers, Objects))
      Suspects.insert(Section);
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
      if (IsNamed || (state(Section) == Unreached && !keepsNothing(Section.section())))
        Roots.insert(Section);
    }
  addKept(Plan, Roots);
  addNamed(RootSymbols, Roots);
  addNamed(NamedByOptimiser, Roots);
  spread(std::move(Roots), Suspect, Live);
}

/// Makes an undefined symbol weak if only dead sections of the object refer to the symbol. The
/// linker loads no archive member for a weak reference.
EditMap planEdits(ArrayRef<const InputObject *> Objects, const PrunePlan &Plan,
                  const DeadSections &Dead, const LinkRules &Rules) {
  EditMap Edits;
  DenseMap<const InputObject *, bool> HasDropped;
  for (const KernelRecord *Record : Plan.Dropped) {
    if (Record->Object->UsesIntermediateCode)
      continue;
    HasDropped[Record->Object] = true;
    const ObjectSection &Section = Record->Object->Sections[Record->RecordSection];
    if (!Record->IsSelfRegistered && (Rules.TableInScript || (Section.Flags & ELF::SHF_GNU_RETAIN)))
      Edits[Record->Object].ExcludedSections.push_back(Record->RecordSection);
  }
  // Edit only objects with a record of a dropped kernel. Other archive members need no edits,
  // because the linker loads them only for references of live sections. Superseded sections mean
  // that the program registers its kernels itself. Any of its objects may then have the function of
  // a dropped kernel, so edit all objects except those with intermediate code.
  for (const InputObject *Object : Objects) {
    if (!HasDropped.count(Object) && (!Dead.hasSuperseded() || Object->UsesIntermediateCode))
      continue;
    std::vector<bool> UsedByDead(Object->Symbols.size()), UsedByLiving(Object->Symbols.size());
    for (uint32_t I = 0; I < Object->Sections.size(); ++I) {
      const ObjectSection &Section = Object->Sections[I];
      bool IsDead = Dead.isDead(*Object, I);
      if (Section.Flags & ELF::SHF_LINK_ORDER)
        IsDead = Section.Link < Object->Sections.size() && Dead.isDead(*Object, Section.Link);
      else if (Rules.KeepsExceptionTables && IsDead && isExceptionTable(Section))
        Edits[Object].ExcludedSections.push_back(I);
      if (!(Section.Flags & ELF::SHF_ALLOC)) // debug information
        continue;
      for (const ObjectRelocation &R : Section.Relocations)
        (IsDead ? UsedByDead : UsedByLiving)[R.Symbol] = true;
    }
    for (uint32_t I = 0; I < Object->Symbols.size(); ++I) {
      const ObjectSymbol &Symbol = Object->Symbols[I];
      if (Symbol.isUndefined() && Symbol.Binding == ELF::STB_GLOBAL && UsedByDead[I] &&
          !UsedByLiving[I])
        Edits[Object].WeakenedSymbols.push_back(I);
    }
  }
  return Edits;
}

} // namespace etprune
