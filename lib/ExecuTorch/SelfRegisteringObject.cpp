// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each initialiser from which `register_kernels` is reached is followed, and is either understood
// or refused with the reason. Then every other reference to the function is a caller that may
// register kernels that are not known.

#include "ExecuTorch/SelfRegisteringObject.h"

#include "Object/RecordNames.h"
#include "Registry/TableObject.h"
#include "Support/Numbers.h"

#include "et/kernel_key.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"

#include <map>
#include <set>

using namespace llvm;

namespace etprune {

namespace {

bool isAllocated(const ObjectSection &Section) { return Section.Flags & ELF::SHF_ALLOC; }

/// `namespace::name` or `namespace::name.overload`.
bool isOperatorName(StringRef Name) {
  auto [Namespace, Rest] = Name.split("::");
  auto IsWord = [](StringRef Word, StringRef More) {
    return !Word.empty() &&
           llvm::all_of(Word, [&](char C) { return isAlnum(C) || C == '_' || More.contains(C); });
  };
  return IsWord(Namespace, "") && IsWord(Rest, ".");
}

/// True for a section of pointers to functions that run before main.
bool isSlot(const ObjectSection &Section) {
  return Section.Type == ELF::SHT_INIT_ARRAY || Section.Name == ".ctors" ||
         Section.Name.starts_with(".ctors.");
}

class ObjectReader {
public:
  explicit ObjectReader(const InputObject &Object) : Object(Object) { Result.Object = &Object; }
  Expected<SelfRegisteringObject> run();

private:
  /// An initialiser that reaches the function that registers, and is left alone.
  struct Refused {
    uint32_t Code;
    std::string Why;
  };
  Expected<ObjectString> stringAt(CodeState &State, const Value &Address) const;
  Expected<RegisteredKernel> readKernel(CodeState &State, const Value &Entry) const;
  Error readKernels(CodeState &State, const Value &Pointer, const Value &Count,
                    KernelInitializer &Initializer) const;
  /// The section of the only pointer to an initialiser, and where the pointer leads to.
  Expected<std::pair<uint32_t, uint64_t>> slotOf(uint32_t Code) const;
  // These add what they understand to the result; false where nothing is registered.
  Expected<bool> readInitializer(uint32_t Code);
  Expected<bool> readBackend(uint32_t Code);
  std::vector<RegistryCaller> readInitializers(StringRef Function,
                                               Expected<bool> (ObjectReader::*Read)(uint32_t));
  void refuseSharedSlots(std::vector<uint32_t> &Recognised, std::vector<Refused> &Refusals);
  std::vector<uint32_t> initializersThatReach(StringRef Function) const;
  std::string whyNoInitializer(uint32_t Code) const;
  std::vector<RegistryCaller> otherCallers(StringRef Function, ArrayRef<uint32_t> Recognised,
                                           ArrayRef<Refused> Refusals) const;
  /// Whether section `From` refers to a symbol of `To`.
  bool refersTo(uint32_t From, uint32_t To) const {
    return llvm::any_of(Object.Sections[From].Relocations, [&](const ObjectRelocation &R) {
      return Object.Symbols[R.Symbol].Section == To;
    });
  }
  /// Whether a section refers to a function that other objects see, by its name.
  bool names(uint32_t From, StringRef Function) const {
    return llvm::any_of(Object.Sections[From].Relocations, [&](const ObjectRelocation &R) {
      const ObjectSymbol &Symbol = Object.Symbols[R.Symbol];
      return !Symbol.isLocal() && Symbol.Name == Function;
    });
  }
  std::string nameOf(uint32_t Section) const { return functionName(Object, Section); }

  const InputObject &Object;
  SelfRegisteringObject Result;
};

Expected<ObjectString> ObjectReader::stringAt(CodeState &State, const Value &Address) const {
  uint32_t Section = Address.Base;
  uint64_t Offset = Address.Offset;
  if (Address.Kind == Value::Symbol) {
    const ObjectSymbol &Symbol = Object.Symbols[Address.Base];
    if (Symbol.isUndefined())
      return createStringError("it takes a name or key from another object, '" + Symbol.Name + "'");
    Section = Symbol.Section;
    Offset += Symbol.Value;
  }
  auto Text = Object.stringAt(Section, Offset);
  if (!Text)
    return Text.takeError();
  if (Object.Sections[Section].Flags & ELF::SHF_WRITE)
    State.Read.insert(Section); // which must be the initialiser's own
  return ObjectString{Text->str(), Section, Offset};
}

/// Whether a value is the address of a section or symbol.
bool isAddress(const Value &V) {
  return V.Form == Value::Whole && (V.Kind == Value::Section || V.Kind == Value::Symbol);
}

/// The three words at `Entry`. Errors continue the words "a kernel".
Expected<RegisteredKernel> ObjectReader::readKernel(CodeState &State, const Value &Entry) const {
  Value Words[3];
  for (unsigned I = 0; I < 3; ++I) {
    auto Word = State.load(State.sum(Entry, Value::number(I * State.Word)), State.Word);
    if (!Word)
      return Word.takeError();
    Words[I] = *Word;
  }
  const auto &[Name, Key, Function] = Words;
  if (!isAddress(Name) || !isAddress(Function))
    return createStringError("has no name or no function");
  RegisteredKernel Kernel;
  auto NameText = stringAt(State, Name);
  if (!NameText)
    return NameText.takeError();
  if (!isOperatorName(NameText->Text))
    return createStringError("has '" + NameText->Text + "' in the place of an operator's name");
  Kernel.Op = *NameText;
  if (isAddress(Key)) {
    auto KeyText = stringAt(State, Key);
    if (!KeyText)
      return KeyText.takeError();
    if (!et::is_valid_kernel_key(KeyText->Text.data(), KeyText->Text.size()))
      return createStringError("has a malformed kernel key '" + KeyText->Text + "'");
    Kernel.Key = *KeyText;
  } else if (!Key.isNumber(0)) {
    return createStringError(Key.isNumber() ? "has a number in the place of its key"
                                            : "has a key that is not known");
  }
  uint32_t Section = Function.Base;
  uint64_t Offset = Function.Offset;
  if (Function.Kind == Value::Symbol) {
    const ObjectSymbol &Symbol = Object.Symbols[Function.Base];
    if (Offset)
      return createStringError("has no function of this program");
    Kernel.FunctionName = Symbol.Name;
    Kernel.IsGlobal = true;
    if (Symbol.isUndefined())
      return Kernel;
    Section = Symbol.Section;
    Offset = Symbol.Value;
  } else {
    for (const ObjectSymbol &Symbol : Object.Symbols)
      if (Symbol.Section == Section && Symbol.Value == Offset && Symbol.Type == ELF::STT_FUNC)
        Kernel.FunctionName = Symbol.Name;
  }
  if (!(Object.Sections[Section].Flags & ELF::SHF_EXECINSTR))
    return createStringError("has no code in the place of its function");
  Kernel.Function = {Kernel.IsGlobal ? nullptr : &Object, Section, Offset};
  return Kernel;
}

constexpr const char *FourWords =
    "registers kernels of four words, as releases of ExecuTorch before 0.7 have them; et-prune "
    "prunes 0.7 and newer";

/// True if the array has exactly so many kernels in the layout of ExecuTorch before 0.7, in which
/// each has a word that says if its key is null.
bool hasFourWords(const ObjectSection &Array, uint64_t Kernels, unsigned Word) {
  return Kernels != 0 && Kernels <= Array.Size && Array.Size == Kernels * 4 * Word;
}

/// Those that a call of register_kernels gets.
Error ObjectReader::readKernels(CodeState &State, const Value &Pointer, const Value &Count,
                                KernelInitializer &Initializer) const {
  const uint64_t Size = 3 * State.Word;
  const bool IsArray = isAddress(Pointer);
  if ((!IsArray && Pointer.Kind != Value::Stack) || !Count.isNumber())
    return createStringError("registers something that is not known before the program runs");
  uint32_t Entry = Initializer.Code;
  if (IsArray) {
    uint64_t Start = Pointer.Offset;
    Entry = Pointer.Base;
    if (Pointer.Kind == Value::Symbol) {
      const ObjectSymbol &Symbol = Object.Symbols[Pointer.Base];
      if (!Symbol.isInSection())
        return createStringError("registers '" + readableName(Symbol.Name) +
                                 "', an array of another object");
      Start += Symbol.Value;
      Entry = Symbol.Section;
    }
    const ObjectSection &Array = Object.Sections[Entry];
    // Before ExecuTorch 1.2, Kernel's constructor was not constexpr: the array lies in .bss, and
    // the initialiser fills it before the call.
    if (Array.Size == 0 || Array.Size % Size || Start % Size ||
        (Array.Type != ELF::SHT_PROGBITS && Array.Type != ELF::SHT_NOBITS))
      return hasFourWords(Array, Count.Offset, State.Word)
                 ? createStringError(FourWords)
                 : createStringError("registers '" + Array.Name +
                                     "', which is no array of kernels; is "
                                     "it compiled with -fdata-sections?");
    if (Count.Offset > Array.Size / Size || Start / Size > Array.Size / Size - Count.Offset)
      return createStringError("registers " + Twine(Count.Offset) + " of the " +
                               counted(Array.Size / Size, "kernel") + " of its array");
  } else if (Count.Offset > 1000) { // more than any stack holds
    return createStringError("registers more kernels than fit its stack");
  }
  for (uint64_t I = 0; I < Count.Offset; ++I) {
    auto Kernel = readKernel(State, State.sum(Pointer, Value::number(I * Size)));
    if (!Kernel && IsArray && hasFourWords(Object.Sections[Entry], Count.Offset, State.Word))
      return consumeError(Kernel.takeError()), createStringError(FourWords);
    if (!Kernel)
      return createStringError("registers a kernel, number " + Twine(I) + ", that " +
                               toString(Kernel.takeError()));
    Kernel->Entry = Entry;
    Initializer.Kernels.push_back(std::move(*Kernel));
  }
  return Error::success();
}

Expected<std::pair<uint32_t, uint64_t>> ObjectReader::slotOf(uint32_t Code) const {
  uint32_t Slot = 0;
  uint64_t Entry = 0;
  for (uint32_t I = 0; I < Object.Sections.size(); ++I) {
    const ObjectSection &Section = Object.Sections[I];
    if (I == Code || !isAllocated(Section) || isUnwindSection(Section) || !refersTo(I, Code))
      continue;
    if (Section.Flags & ELF::SHF_EXECINSTR)
      return createStringError("'" + readableName(nameOf(I)) + "' calls it, too");
    if (!isSlot(Section))
      return createStringError("'" + Section.Name + "' refers to it");
    for (const ObjectRelocation &R : Section.Relocations) {
      if (Object.Symbols[R.Symbol].Section != Code)
        continue;
      if (Slot)
        return createStringError("the program runs it twice");
      Slot = I;
      auto Addend = Object.wordAddend(I, R);
      if (!Addend)
        return Addend.takeError();
      Entry = Object.Symbols[R.Symbol].Value + *Addend;
    }
  }
  if (!Slot)
    return createStringError("it is no static initialiser");
  return std::pair(Slot, Entry);
}

/// A structure of a name and an object is passed by reference.
Expected<bool> ObjectReader::readBackend(uint32_t Code) {
  auto Slot = slotOf(Code);
  if (!Slot)
    return Slot.takeError();
  std::optional<std::string> Name;
  auto Visit = [&](CodeState &State, const Value &Backend, const Value &) -> Expected<Value> {
    if (Name)
      return createStringError("registers a second backend");
    auto Word = State.load(Backend, State.Word);
    if (!Word)
      return Word.takeError();
    if (!isAddress(*Word))
      return createStringError("registers a backend whose name is not known");
    auto Text = stringAt(State, *Word);
    if (!Text)
      return Text.takeError();
    Name = Text->Text;
    return Value();
  };
  // What runs at the end of the program is of no use without the backend.
  auto Followed = followInitializer(
      Object, Code, Slot->second,
      {{RegisterBackendSymbol, Visit}, {"__cxa_atexit", nullptr}, {"__aeabi_atexit", nullptr}});
  if (!Followed)
    return Followed.takeError();
  if (!Name)
    return createStringError("it is no static initialiser");
  if (!Followed->Shared.empty())
    return createStringError("it uses '" + readableName(Followed->Shared[0].Name) +
                             "', which is not used here alone");
  Result.Backends.push_back({*Name, {&Object, Code}, Slot->first});
  return true;
}

Expected<bool> ObjectReader::readInitializer(uint32_t Code) {
  KernelInitializer Initializer;
  Initializer.Code = Code;
  auto Slot = slotOf(Code);
  if (!Slot)
    return Slot.takeError();
  Initializer.Slot = Slot->first;
  auto Visit = [&](CodeState &State, const Value &Pointer, const Value &Count) -> Expected<Value> {
    if (Error E = readKernels(State, Pointer, Count, Initializer))
      return E;
    return Value::number(0); // it returns Error::Ok or not at all
  };
  auto Followed = followInitializer(Object, Code, Slot->second, {{RegisterKernelsSymbol, Visit}});
  if (!Followed)
    return Followed.takeError();
  const std::vector<bool> Own = sectionsUsedOnlyBy(Object, Code);
  for (const RegisteredKernel &Kernel : Initializer.Kernels)
    if (const uint32_t Array = Kernel.Entry; Array != Code && Own[Array])
      Initializer.Used.push_back(Array);
  llvm::append_range(Initializer.Used, Followed->Used);
  llvm::sort(Initializer.Used);
  Initializer.Used.erase(llvm::unique(Initializer.Used), Initializer.Used.end());
  Initializer.Shared = std::move(Followed->Shared);
  if (Initializer.Kernels.empty())
    return false;
  Result.Initializers.push_back(std::move(Initializer));
  return true;
}

/// Code of static initialisers that may call a function of another object.
std::vector<uint32_t> ObjectReader::initializersThatReach(StringRef Function) const {
  std::set<uint32_t> Found;
  for (const ObjectSection &Section : Object.Sections) {
    if (!isSlot(Section))
      continue;
    for (const ObjectRelocation &R : Section.Relocations) {
      const ObjectSymbol &Code = Object.Symbols[R.Symbol];
      if (Code.isInSection() && llvm::any_of(codeReachedFrom(Object, Code.Section),
                                             [&](uint32_t I) { return names(I, Function); }))
        Found.insert(Code.Section);
    }
  }
  return {Found.begin(), Found.end()};
}

/// Why code that registers is not followed.
std::string ObjectReader::whyNoInitializer(uint32_t Code) const {
  for (uint32_t I = 1; I < Object.Sections.size(); ++I)
    if (const ObjectSection &Section = Object.Sections[I];
        isAllocated(Section) && !isUnwindSection(Section) &&
        !(Section.Flags & ELF::SHF_EXECINSTR) && refersTo(I, Code))
      return "'" + Section.Name.str() + "' refers to it";
  return "it is no static initialiser";
}

/// Functions that refer to one of another object, and are not called by recognised initialisers
/// alone.
std::vector<RegistryCaller> ObjectReader::otherCallers(StringRef Function,
                                                       ArrayRef<uint32_t> Recognised,
                                                       ArrayRef<Refused> Refusals) const {
  // Of what the recognised initialisers reach, all that nothing else refers to.
  std::vector<bool> Explained(Object.Sections.size());
  for (uint32_t Initializer : Recognised)
    for (uint32_t Code : codeReachedFrom(Object, Initializer))
      Explained[Code] = true;
  dropUsedElsewhere(Object, Recognised, Explained);
  std::vector<RegistryCaller> Callers;
  auto Add = [&](uint32_t Code, StringRef Why) { Callers.push_back(callerOf(Object, Code, Why)); };
  for (const Refused &R : Refusals)
    Add(R.Code, R.Why);
  for (uint32_t I = 1; I < Object.Sections.size(); ++I) {
    if (!isAllocated(Object.Sections[I]) || isUnwindSection(Object.Sections[I]) || Explained[I] ||
        !names(I, Function))
      continue;
    if (llvm::none_of(Refusals,
                      [&](const Refused &R) { return codeReachedFrom(Object, R.Code).count(I); }))
      Add(I, whyNoInitializer(I));
  }
  return Callers;
}

/// Of the recognised initialisers, refuses those whose pointers lie in one section with others. The
/// section is left out as a whole: with kernels all go, but each backend may stay.
void ObjectReader::refuseSharedSlots(std::vector<uint32_t> &Recognised,
                                     std::vector<Refused> &Refusals) {
  std::map<uint32_t, uint32_t> SlotOf; // by the code's section
  for (const KernelInitializer &Initializer : Result.Initializers)
    SlotOf[Initializer.Code] = Initializer.Slot;
  for (const BackendInitializer &Backend : Result.Backends)
    SlotOf[Backend.Code.Index] = Backend.Slot;
  std::vector<uint32_t> Shared;
  do {
    Shared.clear();
    for (uint32_t Code : Recognised) {
      const ObjectSection &Slot = Object.Sections[SlotOf[Code]];
      const bool IsBackend = llvm::any_of(
          Result.Backends, [&](const BackendInitializer &B) { return B.Code.Index == Code; });
      if (Slot.Size != Slot.Relocations.size() * Object.Target.wordSize() ||
          (IsBackend && Slot.Relocations.size() > 1) ||
          llvm::any_of(Slot.Relocations, [&](const ObjectRelocation &R) {
            return !llvm::is_contained(Recognised, Object.Symbols[R.Symbol].Section);
          })) {
        Shared.push_back(Code);
        Refusals.push_back({Code, "it is not the only initialiser of '" + Slot.Name.str() + "'"});
      }
    }
    auto IsShared = [&](uint32_t Code) { return llvm::is_contained(Shared, Code); };
    llvm::erase_if(Recognised, IsShared);
    llvm::erase_if(Result.Initializers,
                   [&](const KernelInitializer &I) { return IsShared(I.Code); });
    llvm::erase_if(Result.Backends,
                   [&](const BackendInitializer &B) { return IsShared(B.Code.Index); });
  } while (!Shared.empty());
}

/// Reads the initialisers from which a function of another object is reached, and returns what else
/// refers to it.
std::vector<RegistryCaller>
ObjectReader::readInitializers(StringRef Function, Expected<bool> (ObjectReader::*Read)(uint32_t)) {
  std::vector<uint32_t> Recognised;
  std::vector<Refused> Refusals;
  for (uint32_t Code : initializersThatReach(Function)) {
    auto IsRecognised = (this->*Read)(Code);
    if (!IsRecognised)
      Refusals.push_back({Code, toString(IsRecognised.takeError())});
    else if (*IsRecognised)
      Recognised.push_back(Code);
  }
  refuseSharedSlots(Recognised, Refusals);
  return otherCallers(Function, Recognised, Refusals);
}

Expected<SelfRegisteringObject> ObjectReader::run() {
  for (const ObjectSymbol &Symbol : Object.Symbols)
    if (!Symbol.isLocal() && Symbol.Name == RegisterKernelsSymbol && Symbol.isInSection())
      Result.Registry = readRegistry(Object, Symbol.Section);
  Result.Callers = readInitializers(RegisterKernelsSymbol, &ObjectReader::readInitializer);
  Result.BackendCallers = readInitializers(RegisterBackendSymbol, &ObjectReader::readBackend);
  return std::move(Result);
}

} // namespace

RegistryCaller callerOf(const InputObject &Object, uint32_t Code, StringRef Why) {
  return {{&Object, Code},
          Object.Name + ": " + readableName(functionName(Object, Code)) + ": " + Why.str()};
}

Expected<SelfRegisteringObject> readSelfRegisteringObject(const InputObject &Object) {
  return ObjectReader(Object).run();
}

} // namespace etprune
