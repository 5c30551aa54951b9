// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Follows each static initialiser whose code may call the registering function. et-prune either
// understands the initialiser, or refuses it with a reason. Refused initialisers, and all other
// code that refers to the function, are callers that may register unknown kernels.

#include "Runtimes/SelfRegisteringObject.h"

#include "Support/Try.h"

#include "llvm/BinaryFormat/ELF.h"

#include <map>
#include <set>

using namespace llvm;

namespace etprune {

namespace {

/// True for a section that is in the image and that code other than an unwinder can read.
bool isUsed(const ObjectSection &Section) {
  return (Section.Flags & ELF::SHF_ALLOC) && !isUnwindSection(Section);
}

/// True for a section of pointers to functions that run before main.
bool isSlot(const ObjectSection &Section) {
  return Section.Type == ELF::SHT_INIT_ARRAY || Section.Name == ".ctors" ||
         Section.Name.starts_with(".ctors.");
}

struct ObjectReader {
  Expected<SelfRegisteringObject> run() {
    for (const ObjectSymbol &Symbol : Object.Symbols)
      if (!Symbol.isLocal() && Symbol.Name == Kind.registerFunction() && Symbol.isInSection())
        Result.Registry = readRegistry(Object, Kind, Symbol.Section);
    Result.Callers = readInitializers(Kind.registerFunction(), &ObjectReader::readInitializer);
    if (const StringRef Function = Kind.registerBackendFunction(); !Function.empty())
      Result.BackendCallers = readInitializers(Function, &ObjectReader::readBackend);
    return std::move(Result);
  }

  /// Adds the initialiser in section `Code` to the result. Returns the section with the pointer to
  /// the initialiser; 0 if the initialiser registers nothing. Fails if its code is not understood.
  using ReadFunction = Expected<uint32_t> (ObjectReader::*)(uint32_t Code);

  Expected<uint32_t> readInitializer(uint32_t Code) {
    KernelInitializer Initializer;
    Initializer.Code = Code;
    ASSIGN_OR_RETURN(auto Slot, slotOf(Code));
    Initializer.Slot = Slot.first;
    auto Visit = [&](CodeState &State, const Value &Pointer,
                     const Value &Count) -> Expected<Value> {
      RETURN_IF_ERROR(Kind.readCall(State, Pointer, Count, Initializer));
      return Value::number(0); // the success code; on failure the function does not return
    };
    ASSIGN_OR_RETURN(auto Followed, followInitializer(Object, Code, Slot.second,
                                                      {{Kind.registerFunction(), Visit}}));
    if (Initializer.Kernels.empty())
      return 0;
    static_cast<FollowedCode &>(Initializer) = std::move(Followed);
    const std::vector<bool> Own = sectionsUsedOnlyBy(Object, Code);
    for (const RegisteredKernel &Kernel : Initializer.Kernels)
      if (Kernel.Entry != Code && Own[Kernel.Entry])
        Initializer.Used.insert(Kernel.Entry);
    Result.Initializers.push_back(std::move(Initializer));
    return Slot.first;
  }

  Expected<uint32_t> readBackend(uint32_t Code) {
    ASSIGN_OR_RETURN(auto Slot, slotOf(Code));
    std::optional<std::string> Name;
    auto Visit = [&](CodeState &State, const Value &Backend, const Value &) -> Expected<Value> {
      if (Name)
        return createStringError("registers a second backend");
      ASSIGN_OR_RETURN(auto Text, Kind.readBackendCall(State, Backend));
      Name = std::move(Text);
      return Value();
    };
    // The initialiser may also register the backend's destructor. Without the backend, the program
    // needs no destructor, so this call is accepted.
    ASSIGN_OR_RETURN(auto Followed, followInitializer(Object, Code, Slot.second,
                                                      {{Kind.registerBackendFunction(), Visit},
                                                       {"__cxa_atexit", nullptr},
                                                       {"__aeabi_atexit", nullptr}}));
    if (!Name)
      return createStringError("the function is not a static initialiser");
    if (!Followed.Shared.empty())
      return createStringError("it uses '" + readableName(Followed.Shared[0].Name) +
                               "', which other code may use, too");
    Result.Backends.push_back({*Name, {&Object, Code}, Slot.first});
    return Slot.first;
  }

  /// Reads the initialisers that may call the registering function `Function`. Returns the
  /// initialisers that are not understood, and all other code that refers to the function.
  std::vector<RegistryCaller> readInitializers(StringRef Function, ReadFunction Read) {
    std::map<uint32_t, uint32_t> Slots; // maps an understood initialiser's Code to its Slot
    std::vector<RegistryCaller> Callers;
    std::vector<bool> Explained(Object.Sections.size()); // code that needs no entry in Callers
    auto Explain = [&](uint32_t Initializer) {
      for (uint32_t Code : codeReachedFrom(Object, Initializer))
        Explained[Code] = true;
    };
    for (uint32_t Code : initializersThatReach(Function)) {
      auto Slot = (this->*Read)(Code);
      if (!Slot)
        Callers.push_back(callerOf(Object, Code, toString(Slot.takeError())));
      else if (*Slot)
        Slots[Code] = *Slot;
    }
    // A linker can drop a section of pointers only as a whole. Initialisers that register kernels
    // are always dropped together, so they may share a section of pointers. A backend can be
    // dropped alone, so the pointer to its initialiser needs a section of its own.
    const size_t MaxPointers = Function == Kind.registerFunction() ? SIZE_MAX : 1;
    std::vector<uint32_t> Recognised;
    for (const auto &[Code, Index] : Slots) {
      const ObjectSection &Slot = Object.Sections[Index];
      if (Slot.Relocations.size() <= MaxPointers &&
          Slot.Size == Slot.Relocations.size() * Object.Target.wordSize() &&
          llvm::all_of(Slot.Relocations, [&](const ObjectRelocation &R) {
            return Slots.count(Object.Symbols[R.Symbol].Section) != 0;
          })) {
        Recognised.push_back(Code);
        continue;
      }
      Callers.push_back(
          callerOf(Object, Code, "it is not the only initialiser of '" + Slot.Name.str() + "'"));
      llvm::erase_if(Result.Initializers, [C = Code](const auto &I) { return I.Code == C; });
      llvm::erase_if(Result.Backends, [C = Code](const auto &B) { return B.Code.Index == C; });
    }
    llvm::for_each(Recognised, Explain);
    dropUsedElsewhere(Object, Recognised, Explained);
    for (const RegistryCaller &Caller : Callers)
      Explain(Caller.Code.Index);
    for (uint32_t I = 1; I < Object.Sections.size(); ++I)
      if (isUsed(Object.Sections[I]) && !Explained[I] && refersTo(Object, I, Function))
        Callers.push_back(callerOf(Object, I, "the function is not a static initialiser"));
    return Callers;
  }

  /// The section of the only pointer to an initialiser, and the offset to which it points.
  Expected<std::pair<uint32_t, uint64_t>> slotOf(uint32_t Code) const {
    uint32_t Slot = 0;
    uint64_t Entry = 0;
    for (uint32_t I = 0; I < Object.Sections.size(); ++I) {
      const ObjectSection &Section = Object.Sections[I];
      if (I == Code || !isUsed(Section))
        continue;
      for (const ObjectRelocation &R : Section.Relocations) {
        const ObjectSymbol &To = Object.Symbols[R.Symbol];
        if (To.Section != Code)
          continue;
        const bool IsCode = Section.Flags & ELF::SHF_EXECINSTR;
        if (IsCode || !isSlot(Section))
          return createStringError(
              (IsCode ? "'" + readableName(functionName(Object, I)) : "section '" + Section.Name) +
              "' also refers to the function, so et-prune cannot drop the function");
        if (Slot)
          return createStringError("two entries of '.init_array' or '.ctors' point to the "
                                   "function, but et-prune supports only one entry");
        Slot = I;
        ASSIGN_OR_RETURN(auto Addend, Object.wordAddend(I, R));
        Entry = To.Value + Addend;
      }
    }
    if (!Slot)
      return createStringError("the function is not a static initialiser");
    return std::pair(Slot, Entry);
  }

  std::set<uint32_t> initializersThatReach(StringRef Function) const {
    auto NamesIt = [&](uint32_t I) { return refersTo(Object, I, Function); };
    std::set<uint32_t> Found;
    for (const ObjectSection &Section : llvm::make_filter_range(Object.Sections, isSlot))
      for (const ObjectRelocation &R : Section.Relocations) {
        const ObjectSymbol &Code = Object.Symbols[R.Symbol];
        if (Code.isInSection() && llvm::any_of(codeReachedFrom(Object, Code.Section), NamesIt))
          Found.insert(Code.Section);
      }
    return Found;
  }

  const InputObject &Object;
  const Runtime &Kind;
  SelfRegisteringObject Result = {&Object, {}, {}, {}, {}, {}};
};

} // namespace

RegistryCaller callerOf(const InputObject &Object, uint32_t Code, StringRef Why) {
  return {{&Object, Code},
          Object.Name + ": " + readableName(functionName(Object, Code)) + ": " + Why.str()};
}

Expected<SelfRegisteringObject> readSelfRegisteringObject(const InputObject &Object,
                                                          const Runtime &Kind) {
  return ObjectReader{Object, Kind}.run();
}

} // namespace etprune
