// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each initialiser from which `register_kernels` is reached is followed, and is either understood
// or refused with the reason. Then every other reference to the function is a caller that may
// register kernels that are not known. The registry is recognised by what its function refers to:
// an array and its count, in sections of their own.

#include "ExecuTorch/SelfRegisteringObject.h"

#include "ExecuTorch/StaticInitializer.h"
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
  Expected<ObjectString> stringAt(const Value &Address) const;
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
  std::vector<RegistryCaller> otherCallers(StringRef Function, ArrayRef<uint32_t> Recognised,
                                           ArrayRef<Refused> Refusals) const;
  void readRegistry(uint32_t Register);
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
  std::set<uint32_t> codeReachedFrom(uint32_t Code) const;
  std::string nameOf(uint32_t Section) const {
    for (const ObjectSymbol &Symbol : Object.Symbols)
      if (Symbol.Section == Section && Symbol.Type == ELF::STT_FUNC)
        return Symbol.Name.str();
    return Object.Sections[Section].Name.str();
  }

  const InputObject &Object;
  SelfRegisteringObject Result;
};

Expected<ObjectString> ObjectReader::stringAt(const Value &Address) const {
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
  auto NameText = stringAt(Name);
  if (!NameText)
    return NameText.takeError();
  if (!isOperatorName(NameText->Text))
    return createStringError("has '" + NameText->Text + "' in the place of an operator's name");
  Kernel.Op = *NameText;
  if (isAddress(Key)) {
    auto KeyText = stringAt(Key);
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

/// Those that a call of register_kernels gets.
Error ObjectReader::readKernels(CodeState &State, const Value &Pointer, const Value &Count,
                                KernelInitializer &Initializer) const {
  const uint64_t Size = 3 * State.Word;
  const bool IsArray = Pointer.Kind == Value::Section && Pointer.Form == Value::Whole;
  if ((!IsArray && Pointer.Kind != Value::Stack) || !Count.isNumber())
    return createStringError("registers something that is not known before the program runs");
  uint32_t Entry = Initializer.Code;
  if (IsArray) {
    const ObjectSection &Array = Object.Sections[Pointer.Base];
    // Before ExecuTorch 1.2, Kernel's constructor was not constexpr: the array lies in .bss, and
    // the initialiser fills it before the call.
    if (Pointer.Offset || Array.Size == 0 || Array.Size % Size ||
        (Array.Type != ELF::SHT_PROGBITS && Array.Type != ELF::SHT_NOBITS))
      return createStringError("registers '" + Array.Name +
                               "', which is no array of kernels; is "
                               "it compiled with -fdata-sections?");
    if (Array.Size / Size != Count.Offset)
      return createStringError("registers " + Twine(Count.Offset) + " of the " +
                               counted(Array.Size / Size, "kernel") + " of its array");
    Entry = Pointer.Base;
    Initializer.Used.push_back(Entry);
  } else if (Count.Offset > 1000) { // more than any stack holds
    return createStringError("registers more kernels than fit its stack");
  }
  for (uint64_t I = 0; I < Count.Offset; ++I) {
    auto Kernel = readKernel(State, State.sum(Pointer, Value::number(I * Size)));
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
    if (Section.Type != ELF::SHT_INIT_ARRAY)
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
  auto Visit = [&](CodeState &State, const Value &Backend, const Value &) -> Error {
    if (Name)
      return createStringError("registers a second backend");
    auto Word = State.load(Backend, State.Word);
    if (!Word)
      return Word.takeError();
    if (!isAddress(*Word))
      return createStringError("registers a backend whose name is not known");
    auto Text = stringAt(*Word);
    if (!Text)
      return Text.takeError();
    Name = Text->Text;
    return Error::success();
  };
  // What runs at the end of the program is of no use without the backend.
  auto Followed = followInitializer(
      Object, Code, Slot->second,
      {{RegisterBackendSymbol, Visit}, {"__cxa_atexit", nullptr}, {"__aeabi_atexit", nullptr}});
  if (!Followed)
    return Followed.takeError();
  if (!Name)
    return createStringError("it is no static initialiser");
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
  auto Visit = [&](CodeState &State, const Value &Pointer, const Value &Count) {
    return readKernels(State, Pointer, Count, Initializer);
  };
  auto Followed = followInitializer(Object, Code, Slot->second, {{RegisterKernelsSymbol, Visit}});
  if (!Followed)
    return Followed.takeError();
  const std::vector<bool> Own = sectionsUsedOnlyBy(Object, Code);
  for (uint32_t Array : Initializer.Used)
    if (!Own[Array])
      return createStringError("its array '" + Object.Sections[Array].Name +
                               "' is used elsewhere, too");
  llvm::append_range(Initializer.Used, *Followed);
  if (Initializer.Kernels.empty())
    return false;
  Result.Initializers.push_back(std::move(Initializer));
  return true;
}

/// Functions that code may call or take the address of, that one included.
std::set<uint32_t> ObjectReader::codeReachedFrom(uint32_t Code) const {
  std::set<uint32_t> Reached = {Code};
  for (std::vector<uint32_t> Work = {Code}; !Work.empty();) {
    const uint32_t From = Work.back();
    Work.pop_back();
    for (const ObjectRelocation &R : Object.Sections[From].Relocations) {
      const ObjectSymbol &To = Object.Symbols[R.Symbol];
      if (To.isInSection() && (Object.Sections[To.Section].Flags & ELF::SHF_EXECINSTR) &&
          Reached.insert(To.Section).second)
        Work.push_back(To.Section);
    }
  }
  return Reached;
}

/// Code of static initialisers that may call a function of another object.
std::vector<uint32_t> ObjectReader::initializersThatReach(StringRef Function) const {
  std::set<uint32_t> Found;
  for (const ObjectSection &Section : Object.Sections) {
    if (Section.Type != ELF::SHT_INIT_ARRAY)
      continue;
    for (const ObjectRelocation &R : Section.Relocations) {
      const ObjectSymbol &Code = Object.Symbols[R.Symbol];
      if (Code.isInSection() && llvm::any_of(codeReachedFrom(Code.Section),
                                             [&](uint32_t I) { return names(I, Function); }))
        Found.insert(Code.Section);
    }
  }
  return {Found.begin(), Found.end()};
}

/// Functions that refer to one of another object, and are not called by recognised initialisers
/// alone.
std::vector<RegistryCaller> ObjectReader::otherCallers(StringRef Function,
                                                       ArrayRef<uint32_t> Recognised,
                                                       ArrayRef<Refused> Refusals) const {
  // Of what the recognised initialisers reach, all that nothing else refers to.
  std::vector<bool> Explained(Object.Sections.size());
  for (uint32_t Initializer : Recognised)
    for (uint32_t Code : codeReachedFrom(Initializer))
      Explained[Code] = true;
  dropUsedElsewhere(Object, Recognised, Explained);
  std::vector<RegistryCaller> Callers;
  auto Add = [&](uint32_t Code, StringRef Why) {
    Callers.push_back(
        {{&Object, Code}, Object.Name + ": " + readableName(nameOf(Code)) + ": " + Why.str()});
  };
  for (const Refused &R : Refusals)
    Add(R.Code, R.Why);
  for (uint32_t I = 1; I < Object.Sections.size(); ++I) {
    if (!isAllocated(Object.Sections[I]) || isUnwindSection(Object.Sections[I]) || Explained[I] ||
        !names(I, Function))
      continue;
    if (llvm::none_of(Refusals, [&](const Refused &R) { return codeReachedFrom(R.Code).count(I); }))
      Add(I, "it is no static initialiser");
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

/// Functions that read the registry.
bool isLookup(StringRef Function) {
  return Function.starts_with("_ZN10executorch7runtime22get_registered_kernelsEv") ||
         Function.starts_with("_ZN10executorch7runtime29get_op_function_from_registry") ||
         Function.starts_with("_ZN10executorch7runtime24registry_has_op_function");
}

void ObjectReader::readRegistry(uint32_t Register) {
  KernelRegistry &Registry = Result.Registry.emplace();
  Registry.Register = Register;
  const unsigned Word = Object.Target.wordSize();
  auto Refuse = [&](const Twine &Why) {
    if (Registry.WhyNotReplaceable.empty())
      Registry.WhyNotReplaceable = Why.str();
  };
  for (const ObjectRelocation &R : Object.Sections[Register].Relocations) {
    const ObjectSymbol &Symbol = Object.Symbols[R.Symbol];
    Registry.StartsPlatform |= Symbol.isUndefined() && Symbol.Name == PlatformInitSymbol;
  }
  for (const ObjectSymbol &Symbol : Object.Symbols) {
    if (Symbol.isInSection() && Symbol.Name == RegisteredKernelsSymbol)
      Registry.Storage = Symbol.Section;
  }
  Registry.IsOurs = Registry.Storage != 0;
  if (Registry.IsOurs)
    return;
  for (const ObjectRelocation &R : Object.Sections[Register].Relocations) {
    const ObjectSymbol &Symbol = Object.Symbols[R.Symbol];
    if (!Symbol.isInSection() || Object.Sections[Symbol.Section].Type != ELF::SHT_NOBITS)
      continue;
    const uint64_t Size = Object.Sections[Symbol.Section].Size;
    uint32_t &Which = Size == Word ? Registry.Counter : Registry.Storage;
    if (Which && Which != Symbol.Section)
      return Refuse("the registry has more variables than its entries and their number");
    Which = Symbol.Section;
  }
  if (!Registry.Storage || !Registry.Counter ||
      Object.Sections[Registry.Storage].Size % (3 * Word)) {
    Registry.Storage = Registry.Counter = 0;
    return Refuse("the registry's entries and their number do not lie in sections of their own; "
                  "compile ExecuTorch with -fdata-sections and with -Os or -O2");
  }
  for (uint32_t Data : {Registry.Storage, Registry.Counter})
    for (const ObjectSymbol &Symbol : Object.Symbols)
      if (Symbol.Section == Data && (!Symbol.isLocal() || Symbol.Value))
        Refuse("other objects can refer to '" + Symbol.Name + "'");
  for (uint32_t I = 0; I < Object.Sections.size(); ++I)
    if (I != Register && isAllocated(Object.Sections[I]) &&
        (refersTo(I, Registry.Storage) || refersTo(I, Registry.Counter)) && !isLookup(nameOf(I)))
      Refuse("'" + nameOf(I) + "' has to do with the registry's entries");
}

Expected<SelfRegisteringObject> ObjectReader::run() {
  for (const ObjectSymbol &Symbol : Object.Symbols)
    if (!Symbol.isLocal() && Symbol.Name == RegisterKernelsSymbol && Symbol.isInSection())
      readRegistry(Symbol.Section);
  Result.Callers = readInitializers(RegisterKernelsSymbol, &ObjectReader::readInitializer);
  Result.BackendCallers = readInitializers(RegisterBackendSymbol, &ObjectReader::readBackend);
  return std::move(Result);
}

} // namespace

Expected<SelfRegisteringObject> readSelfRegisteringObject(const InputObject &Object) {
  return ObjectReader(Object).run();
}

} // namespace etprune
