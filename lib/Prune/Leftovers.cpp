// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Prune/Leftovers.h"

#include "Object/RecordNames.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/BinaryFormat/ELF.h"

#include <set>

using namespace llvm;

namespace etprune {

/// One pass over all relocations, however many are left.
std::vector<LeftoverCode> findLeftovers(const LinkedProgram &Program, const PrunePlan &Plan,
                                        ArrayRef<std::unique_ptr<InputObject>> LtoObjects,
                                        const Complaint &Complain) {
  using Place = std::pair<const InputObject *, uint32_t>;
  StringMap<Place> MadeCode; // where objects that the link made define symbols, live ones
  for (const auto &Object : LtoObjects)
    for (const ObjectSymbol &Symbol : Object->Symbols)
      if (Symbol.Type == ELF::STT_FUNC && !Symbol.isUndefined() &&
          Symbol.Section != ObjectSymbol::Elsewhere && Program.Live.find(*Object, Symbol.Section))
        MadeCode[Symbol.Name] = {Object.get(), Symbol.Section};

  StringSet<> KeptSymbols;
  DenseSet<Place> KeptCode; // equal functions may have become one
  for (const PlannedKernel &Kernel : Plan.Kept) {
    KeptSymbols.insert(Kernel.Record->Symbol);
    if (auto Made = MadeCode.find(Kernel.Record->Symbol); Made != MadeCode.end())
      KeptCode.insert(Made->second);
  }
  std::vector<const KernelRecord *> Left;
  DenseMap<Place, std::set<std::string>> Referrers; // by the code that is left
  StringMap<Place> LeftCode;
  for (const KernelRecord *Record : Plan.Dropped) {
    Place Code{Record->Object, Record->CodeSection};
    if (Record->Object->IsReplaced) {
      auto Made = MadeCode.find(Record->Symbol);
      if (Made == MadeCode.end())
        continue;
      Code = Made->second;
    }
    if (!Code.second || !Program.Live.find(*Code.first, Code.second) ||
        KeptSymbols.contains(Record->Symbol) || KeptCode.contains(Code) ||
        !isKernelCode(Code.first->Sections[Code.second].Name))
      continue;
    Left.push_back(Record);
    LeftCode[Record->Symbol] = Code;
    Referrers[Code];
  }
  if (Left.empty())
    return {};
  auto IsMade = [&](const InputObject &Object) {
    return llvm::any_of(LtoObjects, [&](const auto &Made) { return Made.get() == &Object; });
  };
  for (const LinkedObject &Linked : Program.Objects) {
    const InputObject &Object = *Linked.Captured;
    for (uint32_t I = 0; I < Object.Sections.size(); ++I) {
      const ObjectSection &Section = Object.Sections[I];
      if (!(Section.Flags & ELF::SHF_ALLOC) || Section.Name.starts_with(".ARM.exidx") ||
          Section.Name == ".eh_frame" || !Program.Live.find(Object, I))
        continue;
      for (const ObjectRelocation &R : Section.Relocations) {
        const ObjectSymbol &Symbol = Object.Symbols[R.Symbol];
        Place Target{&Object, Symbol.Section};
        if (!Symbol.isLocal()) {
          auto It = LeftCode.find(Symbol.Name);
          if (It == LeftCode.end())
            continue;
          Target = It->second;
        }
        if (auto It = Referrers.find(Target); It != Referrers.end())
          It->second.insert(IsMade(Object) ? Object.Name + ":(" + Section.Name.str() + ")"
                                           : Object.Name);
      }
    }
  }
  std::vector<LeftoverCode> Result;
  for (const KernelRecord *Record : Left) {
    std::set<std::string> &Names = Referrers[LeftCode[Record->Symbol]];
    if (Record->Object->IsReplaced && Names.empty())
      Complain("the code of '" + Record->id() + "' is still in it, though nothing refers to it");
    Result.push_back({Record, {Names.begin(), Names.end()}});
  }
  return Result;
}

} // namespace etprune
