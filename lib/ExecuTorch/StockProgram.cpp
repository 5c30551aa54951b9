// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ExecuTorch/StockProgram.h"

#include "Object/IntermediateCode.h"
#include "Object/RecordNames.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace etprune {

namespace {

/// "portable_kernels" of "lib/libportable_kernels.a(op_add.o)", "main" of "src/main.o".
std::string libraryOf(StringRef Object) {
  StringRef File = Object.ends_with(")") ? Object.rsplit('(').first : Object;
  StringRef Name = sys::path::stem(File);
  if (File.ends_with(".a"))
    Name.consume_front("lib");
  return Name.str();
}

constexpr StringLiteral FallbackVariant = "any";

KernelRecord recordOf(const StockObject &Object, const StockKernel &Kernel) {
  KernelRecord Record;
  Record.Op = Kernel.Op;
  Record.Key = Kernel.Key;
  Record.Variant = Kernel.Key ? *Kernel.Key : FallbackVariant.str();
  Record.Library = libraryOf(Object.Object->Name);
  Record.Object = Object.Object;
  Record.RecordSection = Kernel.Entry;
  Record.CodeSection = Kernel.Code == Object.Object ? Kernel.Section : 0;
  Record.AtRunTime = &Kernel;
  Record.Symbol =
      !Kernel.Code
          ? Kernel.Function.str()
          : (KernelSymbolPrefix + Record.Op + "$" + Record.Variant + "$" + Record.Library).str();
  return Record;
}

class Rewriter {
public:
  Rewriter(const StockProgram &Program, ArrayRef<const InputObject *> Objects,
           const PrunePlan &Plan, const StringSet<> &RootSymbols)
      : Program(Program), Objects(Objects), Plan(Plan), RootSymbols(RootSymbols) {}
  Expected<StockRewrite> run();

private:
  void replaceInitializers();
  Error checkFunctions() const;
  void replaceStorage();
  void nameFunctions();
  void emptyNames();

  const StockProgram &Program;
  ArrayRef<const InputObject *> Objects;
  const PrunePlan &Plan;
  const StringSet<> &RootSymbols;
  std::optional<DeadSections> Dead; ///< of what is replaced in the end
  StockRewrite Result;
};

void Rewriter::replaceInitializers() {
  for (const StockObject &Object : Program.Objects) {
    for (const StockInitializer &Initializer : Object.Initializers) {
      for (uint32_t Section : {Initializer.Slot, Initializer.Code})
        Result.Replaced.push_back({Object.Object, Section});
      for (uint32_t Part : Initializer.Parts)
        Result.Replaced.push_back({Object.Object, Part});
    }
    for (const StockBackend &Backend : Object.Backends)
      if (Plan.DroppedBackends.count(Backend.Name))
        for (uint32_t Section : {Backend.Slot, Backend.Code})
          Result.Replaced.push_back({Object.Object, Section});
  }
}

/// Kernels that share a section cannot be told apart by a linker.
Error Rewriter::checkFunctions() const {
  std::map<SectionPlace, const KernelRecord *> Kept;
  for (const PlannedKernel &Kernel : Plan.Kept)
    if (Kernel.Record->CodeSection)
      Kept[{Kernel.Record->Object, Kernel.Record->CodeSection}] = Kernel.Record;
  std::set<std::string> Shared;
  for (const KernelRecord *Record : Plan.Dropped) {
    if (!Record->CodeSection)
      continue;
    const ObjectSection &Section = Record->Object->Sections[Record->CodeSection];
    if (Section.Name == ".text" && Kept.count({Record->Object, Record->CodeSection}))
      Shared.insert(Record->Object->Name);
  }
  Error Errors = Error::success();
  for (const std::string &Name : Shared)
    Errors = joinErrors(std::move(Errors),
                        createStringError("the kernels of '" + Name +
                                          "' share one section, of which a linker drops all or "
                                          "nothing; compile it with -ffunction-sections"));
  return Errors;
}

void Rewriter::replaceStorage() {
  const StockObject *Registry = Program.registry();
  auto &Why = Result.WhyStorageStays;
  if (!Registry) {
    Why.push_back("no object of the link has the registry");
    return;
  }
  if (!Registry->Registry->WhyNotReplaceable.empty())
    Why.push_back(Registry->Object->Name + ": " + Registry->Registry->WhyNotReplaceable);
  std::vector<SectionPlace> Replaced = Result.Replaced;
  for (uint32_t Section :
       {Registry->Registry->Register, Registry->Registry->Storage, Registry->Registry->Counter})
    Replaced.push_back({Registry->Object, Section});
  Dead.emplace(Objects, Plan, RootSymbols, Replaced);
  if (!Dead->isDead(*Registry->Object, Registry->Registry->Register)) {
    for (const std::string &Caller : Program.OtherCallers)
      Why.push_back(Caller + "\n>>> register these kernels in a file of their own, with "
                             "EXECUTORCH_LIBRARY or with a static array that nothing else uses");
    if (Program.OtherCallers.empty())
      Why.push_back("other programs can call register_kernels, which is exported\n>>> link without "
                    "-rdynamic, or compile ExecuTorch with -fvisibility=hidden");
  }
  if (!Why.empty())
    return Dead.reset();
  Result.Replaced = std::move(Replaced);
  if (!Registry->Registry->IsOurs) {
    ObjectEdits &Edits = Result.Edits[Registry->Object];
    Edits.Retargeted[Registry->Registry->Storage] = Edits.NewSymbols.size();
    Edits.NewSymbols.push_back({TableStorageSymbol.str(), 0, 0});
    Edits.Retargeted[Registry->Registry->Counter] = Edits.NewSymbols.size();
    Edits.NewSymbols.push_back({TableCountSymbol.str(), 0, 0});
  }
  Result.Parts.IsStorage = true;
  if (Registry->Registry->StartsPlatform)
    Result.Parts.Initializer = PlatformInitSymbol;
}

/// The table is an object of its own and needs names for functions that have none outside of
/// theirs, or one that other images may take the place of.
void Rewriter::nameFunctions() {
  for (const PlannedKernel &Kernel : Plan.Kept) {
    const KernelRecord &Record = *Kernel.Record;
    const StockKernel &Function = *Record.AtRunTime;
    if (Function.Code)
      Result.Edits[Function.Code].NewSymbols.push_back(
          {Record.Symbol, Function.Section, Function.Value,
           Function.Code->Sections[Function.Section].Size});
  }
}

/// GNU ld keeps all strings of a section or none. Those that only the arrays and initialisers name
/// are emptied, so that they become one.
void Rewriter::emptyNames() {
  for (const StockObject &Stock : Program.Objects) {
    const InputObject &Object = *Stock.Object;
    std::set<std::pair<uint32_t, uint64_t>> Names;
    std::set<uint32_t> Replaced;
    for (const StockInitializer &Initializer : Stock.Initializers) {
      Replaced.insert(Initializer.Parts.begin(), Initializer.Parts.end());
      Replaced.insert(Initializer.Code);
      for (const StockKernel &Kernel : Initializer.Kernels) {
        Names.insert({Kernel.NameSection, Kernel.NameOffset});
        if (Kernel.Key)
          Names.insert({Kernel.KeySection, Kernel.KeyOffset});
      }
    }
    // What else refers to a string section: a string of a known place, or who knows what.
    std::set<uint32_t> Unknown;
    std::set<std::pair<uint32_t, uint64_t>> Others;
    auto Absolute = Object.Target.absoluteRelocation();
    if (!Absolute) {
      consumeError(Absolute.takeError());
      continue;
    }
    for (uint32_t I = 0; I < Object.Sections.size(); ++I) {
      const ObjectSection &Section = Object.Sections[I];
      if (Replaced.count(I) || !(Section.Flags & ELF::SHF_ALLOC))
        continue;
      for (const ObjectRelocation &R : Section.Relocations) {
        const ObjectSymbol &Symbol = Object.Symbols[R.Symbol];
        if (Symbol.isUndefined() || Symbol.Section == ObjectSymbol::Elsewhere ||
            !(Object.Sections[Symbol.Section].Flags & ELF::SHF_STRINGS))
          continue;
        if (R.Type == *Absolute) {
          auto Addend = Object.wordAddend(I, R);
          if (Addend)
            Others.insert({Symbol.Section, Symbol.Value + *Addend});
          else
            Unknown.insert((consumeError(Addend.takeError()), Symbol.Section));
        } else if (Symbol.Type != ELF::STT_SECTION) {
          // An instruction's address is the label's, whatever its addend counts from; one that goes
          // on into the string would not be merged by linkers either.
          Others.insert({Symbol.Section, Symbol.Value});
        } else {
          Unknown.insert(Symbol.Section);
        }
      }
    }
    for (const auto &[Section, Offset] : Names) {
      const ObjectSection &Strings = Object.Sections[Section];
      constexpr uint64_t Mergeable = ELF::SHF_MERGE | ELF::SHF_STRINGS;
      if ((Strings.Flags & Mergeable) != Mergeable || Unknown.count(Section))
        continue;
      // Not the end of another string, nor one that somebody points into.
      uint64_t End = Offset;
      while (End < Strings.Data.size() && Strings.Data[End])
        ++End;
      const bool IsWhole = Offset == 0 || Strings.Data[Offset - 1] == 0;
      auto Inside = Others.lower_bound({Section, Offset});
      if (IsWhole && (Inside == Others.end() || Inside->first != Section || Inside->second > End))
        Result.Edits[&Object].EmptiedStrings.push_back({Section, Offset});
    }
  }
}

Expected<StockRewrite> Rewriter::run() {
  if (Error E = checkFunctions())
    return E;
  replaceInitializers();
  replaceStorage();
  if (!Result.WhyStorageStays.empty())
    Result.Parts.CallsRegister = true; // of no kernels, too: it starts the platform
  nameFunctions();
  emptyNames();
  if (!Dead) {
    // The table is passed to register_kernels, which no relocation of the objects tells.
    StringSet<> Needed = RootSymbols;
    Needed.insert(RegisterKernelsSymbol);
    Dead.emplace(Objects, Plan, Needed, Result.Replaced);
  }
  for (auto &[Object, Edits] : planEdits(Objects, Plan, *Dead, /*TableInScript=*/false))
    Result.Edits[Object].WeakenedSymbols = std::move(Edits.WeakenedSymbols);
  for (const StockObject &Object : Program.Objects) {
    for (const StockInitializer &Initializer : Object.Initializers)
      Result.Edits[Object.Object].ExcludedSections.push_back(Initializer.Slot);
    for (const StockBackend &Backend : Object.Backends)
      if (Plan.DroppedBackends.count(Backend.Name))
        Result.Edits[Object.Object].ExcludedSections.push_back(Backend.Slot);
  }
  return Result;
}

/// Finds the functions that arrays name and other objects define, where only one does.
void findFunctions(StockProgram &Program, ArrayRef<const InputObject *> Objects) {
  StringMap<SmallVector<StockKernel *, 1>> ByName;
  for (StockObject &Object : Program.Objects)
    for (StockInitializer &Initializer : Object.Initializers)
      for (StockKernel &Kernel : Initializer.Kernels)
        if (Kernel.IsGlobal)
          ByName[Kernel.Function].push_back(&Kernel);
  StringSet<> Several;
  for (const InputObject *Object : Objects)
    for (const ObjectSymbol &Symbol : Object->Symbols) {
      if (Symbol.isLocal() || Symbol.isUndefined() || !ByName.count(Symbol.Name))
        continue;
      const bool IsCertain = Symbol.Binding == ELF::STB_GLOBAL && !Object->IsReplaced &&
                             Symbol.Section != ObjectSymbol::Elsewhere;
      for (StockKernel *Kernel : ByName[Symbol.Name]) {
        if (Kernel->Code || !IsCertain)
          Several.insert(Symbol.Name);
        Kernel->Code = Object;
        Kernel->Section = Symbol.Section;
        Kernel->Value = Symbol.Value;
      }
    }
  for (const auto &Name : Several)
    for (StockKernel *Kernel : ByName[Name.getKey()])
      Kernel->Code = nullptr;
}

} // namespace

Expected<StockProgram> readStockProgram(ArrayRef<const InputObject *> Objects) {
  StockProgram Program;
  Error Errors = Error::success();
  std::vector<std::string> Hidden;
  for (const InputObject *Object : Objects) {
    bool Concerned = false;
    for (const ObjectSymbol &Symbol : Object->Symbols) {
      if (Symbol.isLocal())
        continue;
      if (Object->IsReplaced && Symbol.Name == RegisterKernelsSymbol) {
        Hidden.push_back(Object->Name);
        continue;
      }
      Concerned |= Symbol.Name == RegisterKernelsSymbol || Symbol.Name == RegisterBackendSymbol;
      if (!Symbol.isUndefined() && isOlderRegisterKernels(Symbol.Name))
        Errors = joinErrors(
            std::move(Errors),
            Object->error("it is of a release of ExecuTorch whose kernels are registered in "
                          "another way, by '" +
                          Symbol.Name + "'; see docs/executorch.md for those that can be pruned"));
    }
    if (!Concerned || Object->IsReplaced)
      continue;
    auto Stock = readStockObject(*Object);
    if (!Stock) {
      Errors = joinErrors(std::move(Errors), Stock.takeError());
      continue;
    }
    for (const StockCaller &Caller : Stock->Callers)
      Program.OtherCallers.push_back(describe(*Stock, Caller));
    if (!Stock->empty())
      Program.Objects.push_back(std::move(*Stock));
  }
  if (!Hidden.empty())
    Errors = joinErrors(std::move(Errors),
                        createStringError("kernels are registered when the program starts, by "
                                          "intermediate code that the link takes" +
                                          listObjects(Hidden) + "\n>>> compile these " +
                                          WithoutIntermediateCode));
  findFunctions(Program, Objects);
  for (size_t I = 0; I < Program.Objects.size(); ++I)
    if (Program.Objects[I].Registry) {
      if (Program.RegistryIndex)
        Errors = joinErrors(std::move(Errors),
                            createStringError("the link has two registries of kernels\n>>> in " +
                                              Program.registry()->Object->Name + "\n>>> in " +
                                              Program.Objects[I].Object->Name));
      Program.RegistryIndex = I;
    }
  if (Errors)
    return Errors;
  return Program;
}

Expected<std::vector<KernelRecord>> stockKernelRecords(const StockProgram &Program) {
  std::vector<KernelRecord> Records;
  std::map<std::pair<std::string, std::optional<std::string>>, const InputObject *> Known;
  Error Errors = Error::success();
  for (const StockObject &Object : Program.Objects)
    for (const StockInitializer &Initializer : Object.Initializers)
      for (const StockKernel &Kernel : Initializer.Kernels) {
        auto [It, IsNew] = Known.try_emplace({Kernel.Op, Kernel.Key}, Object.Object);
        if (IsNew)
          Records.push_back(recordOf(Object, Kernel));
        else
          Errors = joinErrors(
              std::move(Errors),
              createStringError("operator '" + Kernel.Op + "'" +
                                (Kernel.Key ? " for '" + *Kernel.Key + "'" : "") +
                                " is registered twice, and the program would abort at its start; "
                                "link one of the two\n>>> in " +
                                It->second->Name + "\n>>> in " + Object.Object->Name));
      }
  if (Errors)
    return Errors;
  return Records;
}

Error unknownCallers(const StockProgram *Program) {
  Error Errors = Error::success();
  if (Program)
    for (const std::string &Caller : Program->OtherCallers)
      Errors = joinErrors(std::move(Errors),
                          createStringError("kernels whose registration is not understood stay in "
                                            "the program; leave such an operator out of the "
                                            "selection with --drop\n>>> " +
                                            Caller));
  return Errors;
}

void dropUnusedBackends(PrunePlan &Plan, const StockProgram *Program, const Selection &Wanted) {
  if (!Program || Plan.Everything)
    return;
  for (const StockObject &Object : Program->Objects) {
    for (const StockBackend &Backend : Object.Backends)
      if (!Wanted.Backends.count(Backend.Name))
        Plan.DroppedBackends.insert(Backend.Name);
    for (const StockCaller &Caller : Object.BackendCallers)
      Plan.Notes.push_back("a backend stays: " + describe(Object, Caller));
  }
}

Expected<StockRewrite> rewriteStockProgram(const StockProgram &Program,
                                           ArrayRef<const InputObject *> Objects,
                                           const PrunePlan &Plan, const StringSet<> &RootSymbols) {
  return Rewriter(Program, Objects, Plan, RootSymbols).run();
}

} // namespace etprune
