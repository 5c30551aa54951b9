// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recognises the registry by the variables to which the registering function refers: an array of
// kernels and a counter, each in a section of its own. If the compiler does not inline, helper
// functions refer to the variables. A helper counts if only the registering function calls it. The
// code may also refer to the array through a pointer variable in a section of its own.

#include "Runtimes/SelfRegisteringObject.h"

#include "Object/RecordNames.h"

#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;

namespace etprune {

namespace {

struct RegistryReader {
  KernelRegistry run(uint32_t Register) {
    Registry.Register = Register;
    findCode();
    for (uint32_t I = 1; I < Code.size(); ++I)
      Registry.CallsStart |= Code[I] && refersTo(Object, I, Kind.startFunction());
    for (const ObjectSymbol &Symbol : Object.Symbols)
      if (Symbol.isInSection() && Symbol.Name == RegisteredKernelsSymbol)
        Registry.Storage = Symbol.Section;
    Registry.IsOurs = Registry.Storage != 0;
    if (Registry.IsOurs)
      return Registry;
    const unsigned EntrySize = Kind.entryWords() * Object.Target.wordSize();
    if (readVariables() && Registry.Storage && Registry.Counter &&
        Object.Sections[Registry.Storage].Size % EntrySize == 0) {
      checkUsers();
      return Registry;
    }
    const bool IsShared = Registry.Storage && Object.Sections[Registry.Storage].Name == ".bss";
    refuse("the registry's array and counter " +
           (IsShared
                ? "share sections with other data; compile " + Kind.name() + " with -fdata-sections"
                : Twine("are not found in its code")));
    Registry.Storage = Registry.Counter = 0;
    return Registry;
  }

  void findCode() {
    Code.resize(Object.Sections.size());
    for (uint32_t I : codeReachedFrom(Object, Registry.Register))
      Code[I] = true;
    for (const ObjectSymbol &Symbol : Object.Symbols)
      if (!Symbol.isLocal() && Symbol.isInSection() && Symbol.Section != Registry.Register)
        Code[Symbol.Section] = false;
    dropUsedElsewhere(Object, Registry.Register, Code);
  }

  /// Finds the sections of the storage, the counter and the pointer. False if the code refers to
  /// two candidates for one of the three.
  bool readVariables() {
    for (uint32_t I = 1; I < Object.Sections.size(); ++I)
      for (const ObjectRelocation &R : Object.Sections[I].Relocations) {
        if (!Code[I] || !Object.Symbols[R.Symbol].isInSection())
          continue;
        const uint32_t Data = Object.Symbols[R.Symbol].Section;
        if (Object.Sections[Data].Type == ELF::SHT_NOBITS) {
          if (!addVariable(Data))
            return false;
        } else if (const uint32_t Entries = targetOfPointer(Object.Sections[Data])) {
          if ((Pointer && Pointer != Data) || !addVariable(Entries))
            return false;
          Pointer = Data;
        }
      }
    return true;
  }

  /// Takes a variable of one word for the counter, and any other variable for the storage. False if
  /// the counter or the storage is already another section.
  bool addVariable(uint32_t Section) {
    uint32_t &Which = Object.Sections[Section].Size == Object.Target.wordSize() ? Registry.Counter
                                                                                : Registry.Storage;
    if (Which && Which != Section)
      return false;
    Which = Section;
    return true;
  }

  /// The .bss section to which the pointer in `Section` refers; 0 if `Section` has no such pointer.
  uint32_t targetOfPointer(const ObjectSection &Section) const {
    if (!(Section.Flags & ELF::SHF_WRITE) || Section.Size != Object.Target.wordSize() ||
        Section.Relocations.size() != 1)
      return 0;
    const ObjectSymbol &To = Object.Symbols[Section.Relocations[0].Symbol];
    return To.isInSection() && Object.Sections[To.Section].Type == ELF::SHT_NOBITS ? To.Section : 0;
  }

  void checkUsers() {
    for (const ObjectSymbol &Symbol : Object.Symbols)
      if (isVariable(Symbol.Section) && (!Symbol.isLocal() || Symbol.Value))
        refuse("other objects can refer to '" + Symbol.Name + "'");
    for (uint32_t I = 1; I < Object.Sections.size(); ++I) {
      const std::string Name = functionName(Object, I);
      if (!Code[I] && I != Pointer && (Object.Sections[I].Flags & ELF::SHF_ALLOC) &&
          !Kind.isLookup(Name) &&
          llvm::any_of(Object.Sections[I].Relocations, [&](const ObjectRelocation &R) {
            return isVariable(Object.Symbols[R.Symbol].Section);
          }))
        refuse("'" + readableName(Name) + "' refers to the registry's entries");
    }
  }

  bool isVariable(uint32_t Section) const {
    return Section &&
           (Section == Registry.Storage || Section == Registry.Counter || Section == Pointer);
  }
  void refuse(const Twine &Why) {
    if (Registry.WhyNotReplaceable.empty())
      Registry.WhyNotReplaceable = Why.str();
  }

  const InputObject &Object;
  const Runtime &Kind;
  KernelRegistry Registry = {};
  /// For each section, true for the registering function and for helpers that only it calls.
  std::vector<bool> Code = {};
  uint32_t Pointer = 0; ///< the section of a pointer to the entries; 0 if there is none
};

} // namespace

KernelRegistry readRegistry(const InputObject &Object, const Runtime &Kind, uint32_t Register) {
  return RegistryReader{Object, Kind}.run(Register);
}

} // namespace etprune
