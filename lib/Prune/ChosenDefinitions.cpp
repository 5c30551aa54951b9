// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Prune/ChosenDefinitions.h"

#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;

namespace etprune {

ChosenDefinitions::ChosenDefinitions(const LinkedProgram &Program) : Program(Program) {
  for (const LinkedObject &Object : Program.Objects) {
    const bool IsLoaded = Object.IsAlwaysLoaded || Program.Live.contains(*Object.Captured);
    if (!IsLoaded && !(Program.Full && Program.Full->contains(*Object.Captured)))
      continue;
    for (const ObjectSymbol &Symbol : Object.Linked->Symbols) {
      if (Symbol.isLocal() || Symbol.isUndefined())
        continue;
      const CachedHashStringRef Name(withoutVersion(Symbol.Name));
      uint32_t &First = FirstCandidate.try_emplace(Name, None).first->second;
      Candidates.push_back({&Object, &Symbol, IsLoaded, First});
      First = static_cast<uint32_t>(Candidates.size() - 1);
      // Sections that were added, or are empty, have no place in either image.
      if (Symbol.Section != ObjectSymbol::Elsewhere &&
          Object.Linked->Sections[Symbol.Section].Size && Program.isGone(Object, Symbol.Section))
        GoneNames.insert(Name);
    }
  }
}

StringRef ChosenDefinitions::wrapped(StringRef Name) const {
  if (Program.RootSymbols.empty())
    return Name;
  auto Wrapper = Program.RootSymbols.find(("__wrap_" + Name).str());
  if (Wrapper != Program.RootSymbols.end() && Program.RootSymbols.contains(Name))
    return Wrapper->getKey();
  StringRef Real = Name;
  if (Real.consume_front("__real_") && Program.RootSymbols.contains(("__wrap_" + Real).str()))
    return Real;
  return Name;
}

SmallVector<const ChosenDefinitions::Candidate *, 2>
ChosenDefinitions::candidates(StringRef Name) const {
  SmallVector<const Candidate *, 2> Result;
  auto It = FirstCandidate.find(CachedHashStringRef(Name));
  for (uint32_t I = It == FirstCandidate.end() ? None : It->second; I != None;
       I = Candidates[I].Next)
    Result.push_back(&Candidates[I]);
  if (llvm::any_of(Result, [](const Candidate *D) { return D->IsLoaded; }))
    llvm::erase_if(Result, [](const Candidate *D) { return !D->IsLoaded; });
  // Wherever it stands, a strong definition is taken before a weak one. Of a COMDAT group, another
  // object's form may have been linked.
  auto IsStrong = [](const Candidate *D) {
    return D->IsLoaded && D->Symbol->Binding != ELF::STB_WEAK &&
           D->Symbol->Section != ObjectSymbol::Elsewhere &&
           !(D->Object->Linked->Sections[D->Symbol->Section].Flags & ELF::SHF_GROUP);
  };
  if (llvm::any_of(Result, IsStrong))
    llvm::erase_if(Result, [](const Candidate *D) { return D->Symbol->Binding == ELF::STB_WEAK; });
  return Result;
}

/// Whether the image's symbol is this definition.
bool ChosenDefinitions::isDefinedAt(const Candidate &Definition, const ImageSymbol &Symbol) const {
  const uint32_t Index = Definition.Symbol->Section;
  if (Index == ObjectSymbol::Elsewhere) // absolute, or common and allocated by the linker
    return true;
  const ObjectSection &Section = Definition.Object->Linked->Sections[Index];
  if (Section.Size == 0 || Section.isMergeable())
    return true;
  const bool IsRelaxed = Program.Image.machine() == ELF::EM_RISCV;
  return llvm::any_of(
      Program.Live.places(*Definition.Object->Captured, Index), [&](const LiveSections::Place &P) {
        if (Symbol.Type == ELF::STT_TLS)
          return true; // its value is an offset
        const uint64_t Start = P.Input->Address;
        return Symbol.Value == Start + Definition.Symbol->Value ||
               (IsRelaxed && Symbol.Value >= Start && Symbol.Value - Start <= P.Input->Size);
      });
}

/// Whether an equal section is at the definition's address: the linker folded the two into one.
bool ChosenDefinitions::isFoldedAt(const Candidate &Definition, const ImageSymbol &Symbol) const {
  const uint32_t Index = Definition.Symbol->Section;
  return Index != ObjectSymbol::Elsewhere &&
         llvm::is_contained(Program.Folded.copiesOf(Definition.Object->Linked->Sections[Index]),
                            Symbol.Value - Definition.Symbol->Value);
}

/// Whether an address is in the image and no object's: a veneer, a copy of a shared library's
/// variable.
bool ChosenDefinitions::isMadeByLinker(uint64_t Address) const {
  for (const MapSection &Output : Program.Map.Sections)
    if (Address >= Output.Address && Address - Output.Address < Output.Size)
      for (const Contribution &C : Output.Contributions)
        if (Address >= C.Address && Address - C.Address < C.Size)
          return C.File.empty() || C.File == LldInternalFile || C.File == "linker stubs";
  return false;
}

ChosenDefinition ChosenDefinitions::choose(StringRef Name) const {
  const SmallVector<const Candidate *, 2> Definitions = candidates(Name);
  SmallVector<const ImageSymbol *, 2> Globals, Locals;
  bool IsImported = false;
  for (const ImageSymbol *Symbol : Program.Symbols.named(Name)) {
    IsImported |= Symbol->Undefined;
    if (!Symbol->Undefined)
      (Symbol->Binding == ELF::STB_LOCAL ? Locals : Globals).push_back(Symbol);
  }
  auto IsLive = [&](const Candidate *D) {
    return D->IsLoaded && (D->Symbol->Section == ObjectSymbol::Elsewhere ||
                           Program.isLive(*D->Object, D->Symbol->Section));
  };
  auto IsFolded = [&](const ImageSymbol *Symbol) {
    return llvm::any_of(Definitions, [&](const Candidate *D) { return isFoldedAt(*D, *Symbol); });
  };
  auto IsMatched = [&](const ImageSymbol *Symbol) {
    return llvm::any_of(Definitions, [&](const Candidate *D) { return isDefinedAt(*D, *Symbol); });
  };
  ChosenDefinition Result;
  Result.IsAddress = true;
  auto Take = [&](const ImageSymbol *Symbol) {
    Result.What = ChosenDefinition::Here;
    Result.Addresses.push_back(Symbol->Value);
    Result.IsAddress &= Symbol->Type != ELF::STT_GNU_IFUNC && Symbol->Type != ELF::STT_TLS;
  };
  for (const Candidate *D : Definitions)
    Result.IsAddress &= D->Symbol->Type != ELF::STT_GNU_IFUNC && D->Symbol->Type != ELF::STT_TLS;

  const bool IsDefined = llvm::any_of(Definitions, [](const Candidate *D) { return D->IsLoaded; });
  // What the objects that went defined may be a shared library's now.
  auto IsImportedNow = [&](const ImageSymbol *Symbol) {
    return Program.Image.isDynamic() && Symbol->Binding != ELF::STB_LOCAL &&
           Symbol->Type != ELF::STT_FUNC && !IsDefined;
  };
  // Hidden names are local ones of the image, among other objects' own of the same name.
  const bool IsScripts = Program.RootSymbols.contains(Name);
  for (const auto &Symbols : {Globals, Locals}) {
    for (const ImageSymbol *Symbol : Symbols)
      if ((Definitions.empty() && Symbol->Binding != ELF::STB_LOCAL) || IsMatched(Symbol))
        Take(Symbol);
    if (!Result.Addresses.empty())
      return Result;
    for (const ImageSymbol *Symbol : Symbols)
      if (IsScripts || IsFolded(Symbol) || IsImportedNow(Symbol) ||
          (llvm::any_of(Definitions, IsLive) && isMadeByLinker(Symbol->Value)))
        Take(Symbol);
    if (!Result.Addresses.empty())
      return Result;
    if (Symbols.empty() || Symbols.front()->Binding == ELF::STB_LOCAL)
      continue;
    Result.What = ChosenDefinition::Misplaced;
    for (const ImageSymbol *Symbol : Symbols)
      Result.Addresses.push_back(Symbol->Value);
    return Result;
  }
  if (IsImported && Program.Image.isDynamic() && !IsDefined)
    return Result;
  // No symbol table says where it is.
  for (const Candidate *D : Definitions) {
    if (!IsLive(D))
      continue;
    Result.What = ChosenDefinition::Here;
    const ArrayRef<LiveSections::Place> Places =
        D->Symbol->Section == ObjectSymbol::Elsewhere
            ? ArrayRef<LiveSections::Place>()
            : Program.Live.places(*D->Object->Captured, D->Symbol->Section);
    for (const LiveSections::Place &P : Places)
      Result.Addresses.push_back(P.Input->Address + D->Symbol->Value);
    Result.IsAddress &= !Places.empty() && !IsScripts && Program.Image.machine() != ELF::EM_RISCV &&
                        !D->Object->Linked->Sections[D->Symbol->Section].isMergeable();
  }
  Result.IsAbsent = Result.What != ChosenDefinition::Here && Locals.empty();
  if (Result.What == ChosenDefinition::Here || (IsScripts && !Program.Image.hasSymbolTable()))
    return Result;
  if (GoneNames.contains(CachedHashStringRef(Name)))
    Result.What = ChosenDefinition::Gone;
  return Result;
}

const ChosenDefinition &ChosenDefinitions::find(StringRef Name) {
  const CachedHashStringRef Key(withoutVersion(Name));
  std::unique_ptr<ChosenDefinition> &Found = Chosen[Key];
  if (!Found)
    Found = std::make_unique<ChosenDefinition>(choose(Key.val()));
  return *Found;
}

} // namespace etprune
