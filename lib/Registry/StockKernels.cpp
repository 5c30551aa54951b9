// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Registry/StockKernels.h"

#include "Registry/StaticInitializer.h"
#include "Registry/TableObject.h"

#include "et/kernel_key.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"

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

class StockReader {
public:
  explicit StockReader(const InputObject &Object) : Object(Object) { Result.Object = &Object; }
  Expected<StockObject> run();

private:
  struct String {
    std::string Text;
    uint32_t Section;
    uint64_t Offset;
  };
  Expected<String> stringOf(uint32_t Section, const ObjectRelocation &R) const;
  Expected<std::vector<StockKernel>> readArray(uint32_t Section) const;
  Expected<uint32_t> slotOf(uint32_t Code) const;
  Expected<StockInitializer> readInitializer(uint32_t Code) const;
  Expected<StockBackend> readBackend(uint32_t Code) const;
  template <class Visit> void forEachCaller(StringRef Function, Visit V) const;
  void readRegistry(uint32_t Register);
  /// The relocations of section `From` that name a symbol of `To`.
  bool refersTo(uint32_t From, uint32_t To) const {
    return llvm::any_of(Object.Sections[From].Relocations, [&](const ObjectRelocation &R) {
      return Object.Symbols[R.Symbol].Section == To;
    });
  }
  std::string nameOf(uint32_t Section) const {
    for (const ObjectSymbol &Symbol : Object.Symbols)
      if (Symbol.Section == Section && Symbol.Type == ELF::STT_FUNC)
        return Symbol.Name.str();
    return Object.Sections[Section].Name.str();
  }

  const InputObject &Object;
  StockObject Result;
};

Expected<StockReader::String> StockReader::stringOf(uint32_t Section,
                                                    const ObjectRelocation &R) const {
  const ObjectSymbol &Symbol = Object.Symbols[R.Symbol];
  if (Symbol.isUndefined() || Symbol.Section == ObjectSymbol::Elsewhere)
    return createStringError("it takes a name or key from another object, '" + Symbol.Name + "'");
  auto Addend = Object.wordAddend(Section, R);
  if (!Addend)
    return Addend.takeError();
  auto Text = Object.stringAt(Symbol.Section, Symbol.Value + *Addend);
  if (!Text)
    return Text.takeError();
  return String{Text->str(), Symbol.Section, Symbol.Value + *Addend};
}

/// The whole section is the array.
Expected<std::vector<StockKernel>> StockReader::readArray(uint32_t Section) const {
  const ObjectSection &Array = Object.Sections[Section];
  const unsigned Word = Object.Target.wordSize();
  auto Absolute = Object.Target.absoluteRelocation();
  if (!Absolute)
    return Absolute.takeError();
  if (Array.Type != ELF::SHT_PROGBITS || Array.Data.empty() || Array.Data.size() % (3 * Word))
    return createStringError("'" + Array.Name + "' is no array of kernels; is it compiled with " +
                             "-fdata-sections?");
  const size_t Words = Array.Data.size() / Word;
  std::vector<const ObjectRelocation *> ByWord(Words);
  for (const ObjectRelocation &R : Array.Relocations) {
    if (R.Type == 0)
      continue;
    if (R.Type != *Absolute || R.Offset % Word || R.Offset / Word >= Words ||
        ByWord[R.Offset / Word])
      return createStringError("'" + Array.Name + "' has something else than kernels at offset " +
                               Twine(R.Offset));
    ByWord[R.Offset / Word] = &R;
  }
  std::vector<StockKernel> Kernels;
  for (size_t Entry = 0; Entry < Words; Entry += 3) {
    auto Fail = [&](const Twine &What) {
      return createStringError("entry " + Twine(Entry / 3) + " of '" + Array.Name + "' " + What);
    };
    if (!ByWord[Entry] || !ByWord[Entry + 2])
      return Fail("has no name or no function");
    StockKernel Kernel;
    auto Name = stringOf(Section, *ByWord[Entry]);
    if (!Name)
      return Name.takeError();
    if (!isOperatorName(Name->Text))
      return Fail("has '" + Name->Text + "' in the place of an operator's name");
    Kernel.Op = Name->Text;
    Kernel.NameSection = Name->Section;
    Kernel.NameOffset = Name->Offset;
    if (ByWord[Entry + 1]) {
      auto Key = stringOf(Section, *ByWord[Entry + 1]);
      if (!Key)
        return Key.takeError();
      if (!et::is_valid_kernel_key(Key->Text.data(), Key->Text.size()))
        return Fail("has a malformed kernel key '" + Key->Text + "'");
      Kernel.Key = Key->Text;
      Kernel.KeySection = Key->Section;
      Kernel.KeyOffset = Key->Offset;
    } else {
      auto Null = Object.wordAt(Section, (Entry + 1) * Word);
      if (!Null)
        return Null.takeError();
      if (*Null)
        return Fail("has a number in the place of its key");
    }
    const ObjectRelocation &R = *ByWord[Entry + 2];
    const ObjectSymbol &Symbol = Object.Symbols[R.Symbol];
    auto Addend = Object.wordAddend(Section, R);
    if (!Addend)
      return Addend.takeError();
    Kernel.Function = Symbol.Name;
    Kernel.IsGlobal = !Symbol.isLocal();
    if (Symbol.Section == ObjectSymbol::Elsewhere || (Kernel.IsGlobal && *Addend))
      return Fail("has no function of this program");
    if (!Symbol.isUndefined()) {
      if (!(Object.Sections[Symbol.Section].Flags & ELF::SHF_EXECINSTR))
        return Fail("has no code in the place of its function");
      Kernel.Code = Kernel.IsGlobal ? nullptr : &Object; // another one may be taken
      Kernel.Section = Symbol.Section;
      Kernel.Value = Symbol.Value + *Addend;
    }
    Kernels.push_back(std::move(Kernel));
  }
  return Kernels;
}

/// The section of the only pointer to an initialiser.
Expected<uint32_t> StockReader::slotOf(uint32_t Code) const {
  uint32_t Slot = 0;
  for (uint32_t I = 0; I < Object.Sections.size(); ++I) {
    const ObjectSection &Section = Object.Sections[I];
    if (!isAllocated(Section) || !refersTo(I, Code))
      continue;
    if (Section.Name == ".eh_frame" || Section.Flags & ELF::SHF_LINK_ORDER ||
        Section.Name.starts_with(".ARM.ex"))
      continue; // what unwinds it
    if (I == Code)
      continue;
    if (Section.Flags & ELF::SHF_EXECINSTR)
      return createStringError("'" + nameOf(I) +
                               "' calls it, as in code that is compiled without optimisation");
    if (Section.Type != ELF::SHT_INIT_ARRAY)
      return createStringError("'" + Section.Name + "' refers to it");
    if (Slot || Section.Size != Object.Target.wordSize())
      return createStringError("it is not the only initialiser of '" + Section.Name + "'");
    Slot = I;
  }
  if (!Slot)
    return createStringError("it is no static initialiser");
  return Slot;
}

/// A structure of a name and an object is passed by reference.
Expected<StockBackend> StockReader::readBackend(uint32_t Code) const {
  auto Slot = slotOf(Code);
  if (!Slot)
    return Slot.takeError();
  auto Data = readReferenceCall(Object, Code, RegisterBackendSymbol);
  if (!Data)
    return Data.takeError();
  for (const ObjectRelocation &R : Object.Sections[*Data].Relocations)
    if (R.Offset == 0) {
      auto Name = stringOf(*Data, R);
      if (!Name)
        return Name.takeError();
      return StockBackend{Name->Text, Code, *Slot};
    }
  return createStringError("its backend has no name that is known before it runs");
}

Expected<StockInitializer> StockReader::readInitializer(uint32_t Code) const {
  StockInitializer Initializer;
  Initializer.Code = Code;
  auto Slot = slotOf(Code);
  if (!Slot)
    return Slot.takeError();
  Initializer.Slot = *Slot;
  auto Call = readSpanCall(Object, Code, RegisterKernelsSymbol);
  if (!Call)
    return Call.takeError();
  Initializer.Array = Call->Array;
  for (uint32_t I = 0; I < Object.Sections.size(); ++I)
    if (I != Code && isAllocated(Object.Sections[I]) && refersTo(I, Call->Array)) {
      // The span that the initialiser reads, or one that nothing does.
      const ObjectSection &Other = Object.Sections[I];
      if (Other.Size != 2 * Object.Target.wordSize() || (Other.Flags & ELF::SHF_EXECINSTR))
        return createStringError("its array is used by '" + Other.Name + "', too");
    }
  auto Kernels = readArray(Call->Array);
  if (!Kernels)
    return Kernels.takeError();
  if (Kernels->size() != Call->Count)
    return createStringError("it registers " + Twine(Call->Count) + " of the " +
                             Twine(Kernels->size()) + " kernels of its array");
  Initializer.Kernels = std::move(*Kernels);
  return Initializer;
}

/// Functions that read the registry.
bool isLookup(StringRef Function) {
  for (StringRef Prefix : {"_ZN10executorch7runtime22get_registered_kernelsEv",
                           "_ZN10executorch7runtime29get_op_function_from_registry",
                           "_ZN10executorch7runtime24registry_has_op_function"})
    if (Function.starts_with(Prefix))
      return true;
  return false;
}

void StockReader::readRegistry(uint32_t Register) {
  StockRegistry &Registry = Result.Registry.emplace();
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
    if (Symbol.isUndefined() || Symbol.Section == ObjectSymbol::Elsewhere)
      continue;
    if (Symbol.Name == TableStorageSymbol)
      Registry.Storage = Symbol.Section;
    if (Symbol.Name == TableCountSymbol)
      Registry.Counter = Symbol.Section;
  }
  Registry.IsOurs = Registry.Storage && Registry.Counter;
  if (Registry.IsOurs)
    return;
  for (const ObjectRelocation &R : Object.Sections[Register].Relocations) {
    const ObjectSymbol &Symbol = Object.Symbols[R.Symbol];
    if (Symbol.isUndefined() || Symbol.Section == ObjectSymbol::Elsewhere ||
        Object.Sections[Symbol.Section].Type != ELF::SHT_NOBITS)
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
                  "compile ExecuTorch with -fdata-sections");
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

/// Calls Visit with every section that refers to a function by its name, but for what unwinds.
template <class Visit> void StockReader::forEachCaller(StringRef Function, Visit V) const {
  std::vector<bool> Named(Object.Symbols.size());
  bool Any = false;
  for (uint32_t I = 0; I < Object.Symbols.size(); ++I)
    if (!Object.Symbols[I].isLocal() && Object.Symbols[I].Name == Function)
      Any = Named[I] = true;
  if (!Any)
    return;
  for (uint32_t I = 0; I < Object.Sections.size(); ++I)
    if (isAllocated(Object.Sections[I]) && Object.Sections[I].Name != ".eh_frame" &&
        llvm::any_of(Object.Sections[I].Relocations,
                     [&](const ObjectRelocation &R) { return Named[R.Symbol]; }))
      V(I);
}

Expected<StockObject> StockReader::run() {
  for (const ObjectSymbol &Symbol : Object.Symbols)
    if (!Symbol.isLocal() && Symbol.Name == RegisterKernelsSymbol && !Symbol.isUndefined() &&
        Symbol.Section != ObjectSymbol::Elsewhere)
      readRegistry(Symbol.Section);
  forEachCaller(RegisterKernelsSymbol, [&](uint32_t Section) {
    auto Initializer = readInitializer(Section);
    if (Initializer)
      Result.Initializers.push_back(std::move(*Initializer));
    else
      Result.Callers.push_back(
          {Section, nameOf(Section) + ": " + toString(Initializer.takeError())});
  });
  forEachCaller(RegisterBackendSymbol, [&](uint32_t Section) {
    auto Backend = readBackend(Section);
    if (Backend)
      Result.Backends.push_back(std::move(*Backend));
    else
      Result.BackendCallers.push_back(
          {Section, nameOf(Section) + ": " + toString(Backend.takeError())});
  });
  return std::move(Result);
}

} // namespace

bool isOlderRegisterKernels(StringRef Symbol) {
  return Symbol.starts_with("_ZN5torch8executor16register_kernels") ||
         (Symbol.starts_with("_ZN10executorch7runtime16register_kernels") &&
          Symbol != RegisterKernelsSymbol);
}

Expected<StockObject> readStockObject(const InputObject &Object) {
  return StockReader(Object).run();
}

} // namespace etprune
