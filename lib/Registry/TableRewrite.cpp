// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Registry/TableRewrite.h"

#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;

namespace etprune {

EditMap planEdits(ArrayRef<const InputObject *> Objects, const PrunePlan &Plan,
                  const DeadSections &Dead, bool TableInScript) {
  EditMap Edits;
  DenseMap<const InputObject *, bool> HasDropped;
  for (const KernelRecord *Record : Plan.Dropped) {
    if (Record->Object->IsReplaced)
      continue;
    HasDropped[Record->Object] = true;
    const ObjectSection &Section = Record->Object->Sections[Record->RecordSection];
    if (TableInScript || (Section.Flags & ELF::SHF_GNU_RETAIN))
      Edits[Record->Object].ExcludedSections.push_back(Record->RecordSection);
  }
  // Only objects that hold a dropped kernel: the others are loaded for somebody who lives, or are
  // not loaded any more. Kernels that are registered at run time lie apart from their entries, and
  // may all be loaded.
  for (const InputObject *Object : Objects) {
    if (!HasDropped.count(Object) && (!Dead.hasReplaced() || Object->IsReplaced))
      continue;
    std::vector<bool> UsedByDead(Object->Symbols.size()), UsedByLiving(Object->Symbols.size());
    for (uint32_t I = 0; I < Object->Sections.size(); ++I) {
      const ObjectSection &Section = Object->Sections[I];
      bool IsDead = Dead.isDead(*Object, I);
      if (Section.Flags & ELF::SHF_LINK_ORDER)
        IsDead = Section.Link < Object->Sections.size() && Dead.isDead(*Object, Section.Link);
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
