// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decodes the instructions one by one, and interprets each with the machine's Semantics. Simpler
// ways do not work. Instruction patterns would need a new pattern for each compiler and option.
// Relocations do not show the effect of code: a store to a device register has no relocation.

#include "Runtimes/StaticInitializer.h"

#include "Object/Arch/Arch.h"
#include "Object/Arch/Semantics.h"
#include "Support/Mark.h"
#include "Support/Try.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Demangle/Demangle.h"

using namespace llvm;

namespace etprune {

namespace {

struct Follower {
  Expected<FollowedCode> run() {
    RETURN_IF_ERROR(checkSection());
    constexpr unsigned Limit = 10000; // enough for hundreds of registering calls
    for (unsigned Step = 0; Step < Limit; ++Step) {
      ASSIGN_OR_RETURN(auto I, decode());
      if (!Meaning) {
        Meaning = Machine->codeReader(Object.Target.Is64, Thumb)
                      ->MakeSemantics(*Disassemblers[Thumb], State);
        Meaning->start();
      }
      const uint32_t In = Section;
      Followed.insert(In);
      auto Returns = execute(I);
      if (!Returns)
        return createStringError(
            (In == Root
                 ? "at offset " + Twine(I.Offset) + " it "
                 : "calls '" + readableName(functionName(Object, In, I.Offset)) + "', which ") +
            toString(Returns.takeError()));
      if (*Returns) {
        RETURN_IF_ERROR(finish());
        return std::move(Result);
      }
    }
    return createStringError("it does not end within " + Twine(Limit) + " instructions");
  }

  /// Interprets an instruction. True if the instruction returns from the initialiser.
  Expected<bool> execute(const Instruction &I) {
    ASSIGN_OR_RETURN(auto To, Meaning->step(I));
    if (To)
      return go(*To);
    Offset = I.end();
    return false;
  }

  bool hasThumbBit(uint64_t Address) const { return Machine && Machine->HasThumb && (Address & 1); }

  /// Fails if the initialiser's section has other functions, because they would be dropped with the
  /// section.
  Error checkSection() {
    for (const ObjectSymbol &Symbol : Object.Symbols) {
      if (Symbol.Section != Root || Symbol.isLocal())
        continue;
      if (Symbol.Value != Entry)
        return createStringError("it shares its section with '" + readableName(Symbol.Name) +
                                 "'; compile with -ffunction-sections");
      if (!State.isDefinition(Symbol))
        return createStringError("it is weak, so that another object may define it");
      Result.Shared.push_back({Symbol.Name, Root});
    }
    return Error::success();
  }

  Expected<Instruction> decode() {
    std::unique_ptr<Disassembler> &M = Disassemblers[Thumb];
    if (!M)
      RETURN_IF_ERROR(Disassembler::create(Object.Target, Thumb).moveInto(M));
    auto I = M->decode(Object, Section, Offset);
    if (!I)
      return createStringError("its code cannot be read at offset " + Twine(Offset));
    for (const ObjectRelocation &R : Object.Sections[Section].Relocations)
      if (R.Offset >= Offset && R.Offset < I->end() && R.Type != 0 &&
          !llvm::is_contained(Machine->Hints, R.Type))
        I->Relocations.push_back(&R);
    if (I->Relocations.size() > Machine->MostRelocations)
      return createStringError("at offset " + Twine(Offset) +
                               " it has an instruction with more addresses than et-prune can read");
    return std::move(*I);
  }

  /// Interprets a call of a KnownCall or a guard function. Returns the result; none for any other.
  Expected<std::optional<Value>> call(StringRef Function) {
    for (const KnownCall &Call : Calls)
      if (Function == Call.Name) {
        if (!Call.Visit)
          return Value();
        return Call.Visit(State, Meaning->argument(0), Meaning->argument(1));
      }
    // The first byte of a guard is 1 if the guarded local static variable is initialised.
    const Value Guard = Meaning->argument(0);
    if (Function == "__cxa_guard_release") {
      RETURN_IF_ERROR(State.store(Guard, 1, Value::number(1)));
      return Value();
    }
    if (Function != "__cxa_guard_acquire")
      return std::nullopt;
    ASSIGN_OR_RETURN(auto IsInitialised, State.load(Guard, 1));
    if (!IsInitialised.isNumber())
      return createStringError("uses a local static variable whose guard variable has a value that "
                               "et-prune cannot determine");
    return Value::number(IsInitialised.Offset == 0);
  }

  /// Continues at `To`. True if the initialiser returns.
  Expected<bool> go(const Value &To) {
    if (To.IsUpper)
      return createStringError("calls a function that et-prune cannot determine");
    if (To.Kind == Value::Return && To.Offset == 0)
      return true;
    uint64_t Address = To.Offset;
    uint32_t In = To.Base;
    if (To.Kind == Value::Symbol) {
      const ObjectSymbol &Symbol = Object.Symbols[To.Base];
      ASSIGN_OR_RETURN(auto Known, call(To.Offset == 0 ? Symbol.Name : ""));
      if (Known) {
        ASSIGN_OR_RETURN(auto Back, Meaning->leave(*Known));
        return go(Back);
      }
      if (Symbol.Name == "__cxa_atexit" || Symbol.Name == "__aeabi_atexit")
        return createStringError("registers a destructor, by '" + Symbol.Name + "'");
      if (!State.isDefinition(Symbol))
        return createStringError("calls '" + readableName(Symbol.Name) + "'");
      In = Symbol.Section;
      Address += Symbol.Value;
    } else if (To.Kind != Value::Section) {
      return createStringError("calls a function that et-prune cannot determine");
    }
    if (!(Object.Sections[In].Flags & ELF::SHF_EXECINSTR))
      return createStringError("jumps to a section without code");
    Thumb = hasThumbBit(Address);
    Section = In;
    Offset = Address - Thumb;
    return false;
  }

  /// Fills `Result`. Fails if other code of the object may use the memory that the initialiser
  /// wrote or read.
  Error finish() {
    const std::vector<bool> Own = sectionsUsedOnlyBy(Object, Root);
    for (const auto &[Verb, Used] :
         {std::pair("writes to '", &State.Written), std::pair("reads '", &State.Read)})
      for (uint32_t Data : *Used)
        if (!Own[Data])
          return createStringError("it " + Twine(Verb) + Object.Sections[Data].Name +
                                   "', which other code may use, too");
    for (const std::set<uint32_t> *Sections : {&Followed, &State.Read, &State.Written})
      for (uint32_t I : *Sections)
        if (Own[I])
          Result.Used.insert(I);
    std::set<uint32_t> Shared = State.SharedRead;
    Shared.insert(State.SharedWritten.begin(), State.SharedWritten.end());
    for (uint32_t I : Shared)
      Result.Shared.push_back({Object.Symbols[I].Name, Object.Symbols[I].Section,
                               /*IsVariable=*/true, State.SharedRead.count(I) != 0});
    return Error::success();
  }

  const InputObject &Object;
  const uint32_t Root;
  const uint64_t Entry;
  const ArrayRef<KnownCall> Calls;
  const Arch *Machine = Arch::find(Object.Target.Machine); ///< if null, decode() fails
  CodeState State = CodeState(Object);
  std::unique_ptr<Disassembler> Disassemblers[2] = {}; ///< the second is for Thumb
  std::unique_ptr<Semantics> Meaning = nullptr;
  bool Thumb = hasThumbBit(Entry);
  uint32_t Section = Root; ///< the section and offset of the current instruction
  uint64_t Offset = Entry - Thumb;
  std::set<uint32_t> Followed = {};
  FollowedCode Result = {};
};

} // namespace

bool isUnwindSection(const ObjectSection &Section) {
  return Section.Name == ".eh_frame" || (Section.Flags & ELF::SHF_LINK_ORDER) ||
         Section.Name.starts_with(".ARM.ex");
}

void dropUsedElsewhere(const InputObject &Object, ArrayRef<uint32_t> Users,
                       std::vector<bool> &Own) {
  SetVector<uint32_t> Others;
  for (uint32_t I = 1; I < Own.size(); ++I)
    if (!Own[I])
      Others.insert(I);
  mark(std::move(Others), [&](uint32_t I, auto Mark) {
    const ObjectSection &Section = Object.Sections[I];
    if (!(Section.Flags & ELF::SHF_ALLOC) || isUnwindSection(Section))
      return;
    for (const ObjectRelocation &R : Section.Relocations) {
      const ObjectSymbol &To = Object.Symbols[R.Symbol];
      if (!To.isInSection() || !Own[To.Section] || llvm::is_contained(Users, To.Section))
        continue;
      Own[To.Section] = false;
      Mark(To.Section);
    }
  });
}

std::vector<bool> sectionsUsedOnlyBy(const InputObject &Object, uint32_t Code) {
  std::vector<bool> Own(Object.Sections.size());
  for (uint32_t I = 1; I < Own.size(); ++I) {
    const ObjectSection &Section = Object.Sections[I];
    // The linker or the loader may read sections of other names, such as .init_array.
    for (StringRef Prefix : {".text", ".data", ".bss", ".rodata", ".sdata", ".sbss", ".srodata"})
      if (Section.Name.starts_with(Prefix) && (Section.Flags & ELF::SHF_ALLOC))
        Own[I] = true;
  }
  for (const ObjectSymbol &Symbol : Object.Symbols)
    if (!Symbol.isLocal() && Symbol.isInSection())
      Own[Symbol.Section] = false;
  Own[Code] = true;
  dropUsedElsewhere(Object, Code, Own);
  return Own;
}

SetVector<uint32_t> codeReachedFrom(const InputObject &Object, uint32_t Code) {
  SetVector<uint32_t> Roots;
  Roots.insert(Code);
  return mark(std::move(Roots), [&](uint32_t From, auto Mark) {
    for (const ObjectRelocation &R : Object.Sections[From].Relocations) {
      const ObjectSymbol &To = Object.Symbols[R.Symbol];
      if (To.isInSection() && (Object.Sections[To.Section].Flags & ELF::SHF_EXECINSTR))
        Mark(To.Section);
    }
  });
}

bool refersTo(const InputObject &Object, uint32_t From, uint32_t To) {
  return llvm::any_of(Object.Sections[From].Relocations, [&](const ObjectRelocation &R) {
    return Object.Symbols[R.Symbol].Section == To;
  });
}

bool refersTo(const InputObject &Object, uint32_t From, StringRef Name) {
  return llvm::any_of(Object.Sections[From].Relocations, [&](const ObjectRelocation &R) {
    const ObjectSymbol &Symbol = Object.Symbols[R.Symbol];
    return !Symbol.isLocal() && Symbol.Name == Name;
  });
}

std::string functionName(const InputObject &Object, uint32_t Section, std::optional<uint64_t> At) {
  for (const ObjectSymbol &Symbol : Object.Symbols)
    if (Symbol.Section == Section && Symbol.Type == ELF::STT_FUNC &&
        (!At || (Symbol.Value <= *At + 1 && *At < Symbol.Value + Symbol.Size)))
      return Symbol.Name.str();
  return Object.Sections[Section].Name.str();
}

std::string readableName(StringRef Symbol) {
  const bool IsInitializer = Symbol.consume_front("_GLOBAL__sub_I_");
  return (IsInitializer ? "the static initialiser of " : "") + demangle(Symbol);
}

Expected<FollowedCode> followInitializer(const InputObject &Object, uint32_t Section,
                                         uint64_t Entry, ArrayRef<KnownCall> Calls) {
  return Follower{Object, Section, Entry, Calls}.run();
}

} // namespace etprune
