// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An undefined symbol of a dropped kernel becomes weak only if no live section of the object refers
// to it. A weak reference loads no archive member, and is zero if no member is loaded.

#include "Registry/TableRewrite.h"

#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;

namespace etprune {

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
  // Only objects with a dropped kernel are edited. Any other archive member is loaded only if a
  // live section refers to it. In a program that registers its kernels itself, a kernel's function
  // may be in another object than its entry, so any object may have a dropped kernel's function.
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
