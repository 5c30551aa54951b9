// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Prune/ChosenDefinitions.h"

#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;

namespace etprune {

ChosenDefinitions::ChosenDefinitions(const LinkedProgram &Program) : Program(Program) {
  for (const LinkedObject &Object : Program.Objects) {
    const bool IsLoaded = Program.isLoaded(Object);
    if (!IsLoaded && !(Program.Full && Program.Full->contains(*Object.Captured)))
      continue;
    for (const ObjectSymbol &Symbol : Object.Linked->Symbols) {
      if (Symbol.isLocal() || Symbol.isUndefined())
        continue;
      const CachedHashStringRef Name(withoutVersion(Symbol.Name));
      const Candidate Definition{&Object, &Symbol, IsLoaded};
      CandidatesNamed[Name].push_back(Definition);
      if (const ObjectSection *Section = Definition.section();
          Section && Section->Size && Program.isGone(Object, Symbol.Section))
        GoneNames.insert(Name);
    }
  }
}

StringRef ChosenDefinitions::wrapped(StringRef Name) const {
  const StringSet<> &Roots = Program.Inputs.RootSymbols;
  auto Wrapper = Roots.find(("__wrap_" + Name).str());
  if (Wrapper != Roots.end() && Roots.contains(Name))
    return Wrapper->getKey();
  StringRef Real = Name;
  return Real.consume_front("__real_") && Roots.contains(("__wrap_" + Real).str()) ? Real : Name;
}

template <class List> static bool hasLoaded(const List &Definitions) {
  return llvm::any_of(Definitions, [](const auto &D) { return D.IsLoaded; });
}

ChosenDefinitions::CandidateList ChosenDefinitions::candidates(StringRef Name) const {
  CandidateList Result = CandidatesNamed.lookup(CachedHashStringRef(Name));
  if (hasLoaded(Result))
    llvm::erase_if(Result, [](const Candidate &D) { return !D.IsLoaded; });
  // A strong definition in a COMDAT group does not exclude weak definitions, because the linker may
  // have taken another object's copy of the group. The symbol of this copy may be weak.
  auto IsLinked = [](const Candidate &D) {
    return D.IsLoaded && D.section() && !(D.section()->Flags & ELF::SHF_GROUP);
  };
  auto IsWeak = [](const Candidate &D) { return D.Symbol->Binding == ELF::STB_WEAK; };
  if (llvm::any_of(Result, [&](const Candidate &D) { return IsLinked(D) && !IsWeak(D); })) {
    llvm::erase_if(Result, IsWeak);
    return Result;
  }
  // Linkers take the first weak definition. A definition in an object on the command line therefore
  // excludes the weak definitions in later inputs. Definitions in earlier archives stay, because
  // the linker may load members in any order. Definitions in LTO objects stay, because the position
  // of LTO objects is unknown.
  const auto First = llvm::find_if(
      Result, [&](const Candidate &D) { return IsLinked(D) && D.Object->IsAlwaysLoaded; });
  if (First != Result.end())
    Result.erase(std::remove_if(std::next(First), Result.end(),
                                [&](const Candidate &D) {
                                  return IsWeak(D) && D.Object < Program.inputs().end();
                                }),
                 Result.end());
  return Result;
}

bool ChosenDefinitions::isDefinedAt(const Candidate &Definition, const ImageSymbol &Symbol) const {
  const ObjectSection *Section = Definition.section();
  if (!Section || Section->Size == 0 || Section->isMergeable())
    return true;
  const uint32_t Index = Definition.Symbol->Section;
  if (Symbol.Type == ELF::STT_TLS) // the value is an offset in the TLS segment, no address
    return Program.isLive(*Definition.Object, Index);
  return llvm::any_of(Program.Live.locations(*Definition.Object->Captured, Index),
                      [&](const SectionLocation &L) {
                        const uint64_t Offset = Symbol.Value - L.address();
                        return Offset == Definition.Symbol->Value ||
                               (Program.isRelaxed(*Section) && Offset <= L.Input->Size);
                      });
}

/// True if the linker may have folded the definition's section into an equal section (--icf), where
/// `Symbol` has the definition's offset.
bool ChosenDefinitions::isFoldedAt(const Candidate &Definition, const ImageSymbol &Symbol) const {
  return Definition.section() && llvm::is_contained(Program.copiesOf(*Definition.section()),
                                                    Symbol.Value - Definition.Symbol->Value);
}

bool ChosenDefinitions::isLive(const Candidate &Definition) const {
  return Definition.IsLoaded &&
         (!Definition.section() || Program.isLive(*Definition.Object, Definition.Symbol->Section));
}

static bool isIndirect(uint8_t SymbolType) {
  return SymbolType == ELF::STT_GNU_IFUNC || SymbolType == ELF::STT_TLS;
}

/// `Symbols` are the image's global symbols called `Name`, or its local symbols called `Name`.
/// Returns false if there are none, or if no definition is at the address of a local symbol.
bool ChosenDefinitions::chooseSymbols(StringRef Name, const CandidateList &Definitions,
                                      const SymbolList &Symbols, ChosenDefinition &Result) const {
  const bool IsLocal = !Symbols.empty() && Symbols.front()->Binding == ELF::STB_LOCAL;
  const bool IsScripts = Program.Inputs.RootSymbols.contains(Name);
  const bool IsAnyLive = llvm::any_of(Definitions, [&](const Candidate &D) { return isLive(D); });
  // If no object of this image defines the name, a shared library may define the name.
  const bool MayBeImported = Program.Image.isDynamic() && !IsLocal && !hasLoaded(Definitions);
  auto IsDefinition = [&](const ImageSymbol &Symbol) {
    return (Definitions.empty() && !IsLocal) ||
           llvm::any_of(Definitions, [&](const Candidate &D) { return isDefinedAt(D, Symbol); });
  };
  auto StandsForOne = [&](const ImageSymbol &Symbol) {
    if (IsScripts || (MayBeImported && Symbol.Type != ELF::STT_FUNC) ||
        llvm::any_of(Definitions, [&](const Candidate &D) { return isFoldedAt(D, Symbol); }))
      return true;
    const Contribution *At = IsAnyLive ? Program.Map.contributionAt(Symbol.Value) : nullptr;
    return At && At->isLinkerMade();
  };
  auto TakeThose = [&](function_ref<bool(const ImageSymbol &)> AreRight) {
    for (const ImageSymbol *Symbol : Symbols)
      if (AreRight(*Symbol)) {
        Result.What = ChosenDefinition::Here;
        Result.Addresses.push_back(Symbol->Value);
        Result.IsAddress &= !isIndirect(Symbol->Type);
      }
    return !Result.Addresses.empty();
  };
  if (TakeThose(IsDefinition) || TakeThose(StandsForOne))
    return true;
  if (Symbols.empty() || IsLocal)
    return false;
  Result.What = ChosenDefinition::Misplaced;
  for (const ImageSymbol *Symbol : Symbols)
    Result.Addresses.push_back(Symbol->Value);
  return true;
}

/// Accepts every live definition. Called if the symbol table does not show the linker's choice.
void ChosenDefinitions::chooseLocations(StringRef Name, const CandidateList &Definitions,
                                        ChosenDefinition &Result) const {
  for (const Candidate &D : Definitions) {
    if (!isLive(D))
      continue;
    Result.What = ChosenDefinition::Here;
    ArrayRef<SectionLocation> Locations;
    if (D.section())
      Locations = Program.Live.locations(*D.Object->Captured, D.Symbol->Section);
    for (const SectionLocation &L : Locations)
      Result.Addresses.push_back(L.address() + D.Symbol->Value);
    Result.IsAddress &= !Locations.empty() && !Program.Inputs.RootSymbols.contains(Name) &&
                        !Program.isRelaxed(*D.section()) && !D.section()->isMergeable();
  }
}

ChosenDefinition ChosenDefinitions::choose(StringRef Name) const {
  const CandidateList Definitions = candidates(Name);
  SymbolList Globals, Locals;
  bool IsImported = false;
  for (const ImageSymbol *Symbol : Program.symbolsNamed(Name)) {
    IsImported |= Symbol->Undefined;
    if (!Symbol->Undefined)
      (Symbol->Binding == ELF::STB_LOCAL ? Locals : Globals).push_back(Symbol);
  }
  ChosenDefinition Result;
  Result.IsAddress =
      llvm::none_of(Definitions, [](const Candidate &D) { return isIndirect(D.Symbol->Type); });
  // Local symbols count, too, because the linker makes hidden symbols local.
  if (chooseSymbols(Name, Definitions, Globals, Result) ||
      chooseSymbols(Name, Definitions, Locals, Result))
    return Result;
  if (IsImported && Program.Image.isDynamic() && !hasLoaded(Definitions))
    return Result;
  chooseLocations(Name, Definitions, Result);
  Result.IsAbsent = Result.What != ChosenDefinition::Here && Locals.empty();
  if (Result.What == ChosenDefinition::Here ||
      (Program.Inputs.RootSymbols.contains(Name) && !Program.Image.hasSymbolTable()))
    return Result;
  if (GoneNames.contains(CachedHashStringRef(Name)))
    Result.What = ChosenDefinition::Gone;
  return Result;
}

const ChosenDefinition &ChosenDefinitions::find(StringRef Name) {
  auto [Found, IsNew] = Chosen.try_emplace(withoutVersion(Name));
  if (IsNew)
    Found->second = choose(Found->first());
  return Found->second;
}

} // namespace etprune
