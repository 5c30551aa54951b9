// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sections with the pointers to the initialisers (.init_array or .ctors) get SHF_EXCLUDE, so
// the initialisers do not run. DeadSections finds the sections that the linker will
// garbage-collect. If no live code calls the registering function, nothing writes to the registry's
// array and counter. The references to these variables are then changed: they refer to the constant
// table and to its number of entries.
//
// In et-prune's own registry for ExecuTorch, no reference is changed, because this registry finds
// the table by its start and end symbols. Lookups reach the kernels that are registered at run time
// only through a pointer variable with a weak symbol. If nothing registers kernels at run time, the
// table's object defines this variable as null, and the linker garbage-collects the storage.

#include "Runtimes/RegistrationRewrite.h"

#include "Object/RecordNames.h"
#include "Support/Problems.h"
#include "Support/Try.h"

#include "llvm/BinaryFormat/ELF.h"

#include <map>
#include <set>

using namespace llvm;

namespace etprune {

namespace {

/// Maps the section and offset of a string to its size.
using Strings = std::map<std::pair<uint32_t, uint64_t>, size_t>;

/// The names and keys that initialisers register, if they are in sections of mergeable strings.
/// Leaves out a string that is the end of a longer string, because emptying it would change the
/// longer string.
Strings registeredStrings(const InputObject &Object, ArrayRef<KernelInitializer> Initializers) {
  Strings Found;
  auto Add = [&](const ObjectString &S) {
    const ObjectSection &Section = Object.Sections[S.Section];
    constexpr uint64_t Mergeable = ELF::SHF_MERGE | ELF::SHF_STRINGS;
    if ((Section.Flags & Mergeable) == Mergeable &&
        (S.Offset == 0 || Section.Data[S.Offset - 1] == 0))
      Found[{S.Section, S.Offset}] = S.Text.size();
  };
  for (const KernelInitializer &Initializer : Initializers)
    for (const RegisteredKernel &Kernel : Initializer.Kernels) {
      Add(Kernel.Op);
      if (Kernel.Key)
        Add(*Kernel.Key);
    }
  return Found;
}

/// Erases from `Unused` the strings to which relocation `R` of section `From` may refer. `Absolute`
/// is the type of relocation that fills a word with an address.
void eraseUsed(const InputObject &Object, uint32_t From, const ObjectRelocation &R,
               uint32_t Absolute, Strings &Unused) {
  const ObjectSymbol &Symbol = Object.Symbols[R.Symbol];
  std::optional<uint64_t> Address; // an address in the section
  if (R.Type != Absolute) {
    // The addend may be relative to the next instruction, so only the symbol's value shows which
    // string is used. A section symbol leads only to the section's start, so every string of the
    // section counts as used.
    if (Symbol.Type != ELF::STT_SECTION)
      Address = Symbol.Value;
  } else if (auto Addend = expectedToOptional(Object.wordAddend(From, R))) {
    Address = Symbol.Value + *Addend;
  }
  for (auto It = Unused.lower_bound({Symbol.Section, 0});
       It != Unused.end() && It->first.first == Symbol.Section;) {
    const uint64_t Start = It->first.second;
    const bool IsUsed = !Address || (*Address >= Start && *Address <= Start + It->second);
    It = IsUsed ? Unused.erase(It) : std::next(It);
  }
}

struct Rewriter {
  Expected<RegistrationRewrite> run() {
    Result.Parts.EntryWords = Program.runtime().entryWords();
    RETURN_IF_ERROR(checkFunctions());
    supersedeInitializers();
    supersedeStorage();
    replaceInitializers();
    nameFunctions();
    emptyNames();
    if (!Dead) {
      StringSet<> Needed = RootSymbols;
      // The table's object calls this function. That object is not among `Objects`, so DeadSections
      // could otherwise count the function as dead.
      if (!Result.Parts.RegisterFunction.empty())
        Needed.insert(Result.Parts.RegisterFunction);
      Dead.emplace(Objects, Plan, Needed, Superseded);
    }
    for (auto &[Object, Edits] :
         planEdits(Objects, Plan, *Dead, {/*TableInScript=*/false, KeepsExceptionTables})) {
      Result.Edits[Object].WeakenedSymbols = std::move(Edits.WeakenedSymbols);
      llvm::append_range(Result.Edits[Object].ExcludedSections, Edits.ExcludedSections);
    }
    return Result;
  }

  void supersedeInitializers() {
    Superseded = supersededSections(Program, Plan);
    // SHF_GNU_RETAIN or KEEP() may protect these sections from garbage collection, although the
    // pruned image does not need them. For example, clang sets SHF_GNU_RETAIN for inline variables,
    // and a retained section keeps its whole COMDAT group. A section with a global symbol is not
    // excluded, because debug information may refer to the symbol, which would become undefined.
    for (const SectionRef &Section : Superseded) {
      const uint64_t Flags = Section.section().Flags;
      const bool HasGlobal = llvm::any_of(Section.Object->Symbols, [&](const ObjectSymbol &Symbol) {
        return !Symbol.isLocal() && Symbol.Section == Section.Index;
      });
      if (Flags & ELF::SHF_GNU_RETAIN)
        Result.Edits[Section.Object].ReleasedSections.push_back(Section.Index);
      if (!HasGlobal && ((Flags & ELF::SHF_GROUP) || RootSymbols.contains(Section.section().Name)))
        Result.Edits[Section.Object].ExcludedSections.push_back(Section.Index);
    }
    for (const SelfRegisteringObject &Object : Program.objects())
      for (const KernelInitializer &Initializer : Object.Initializers)
        Result.Edits[Object.Object].ExcludedSections.push_back(Initializer.Slot);
    for (const BackendInitializer &Backend : Program.Backends)
      if (Plan.DroppedBackends.count(Backend.Name))
        Result.Edits[Backend.Code.Object].ExcludedSections.push_back(Backend.Slot);
  }

  /// Refuses to drop a kernel that shares a section with a kept kernel, because a linker cannot
  /// separate them.
  Error checkFunctions() const {
    std::set<SectionRef> Kept;
    for (const PlannedKernel &Kernel : Plan.Kept)
      Kept.insert({Kernel.Record->Object, Kernel.Record->codeSection()});
    std::set<std::string> Shared;
    for (const KernelRecord *Record : Plan.Dropped)
      if (const uint32_t Code = Record->codeSection())
        if (Record->Object->Sections[Code].Name == ".text" && Kept.count({Record->Object, Code}))
          Shared.insert(Record->Object->Name);
    Problems Found;
    for (const std::string &Name : Shared)
      Found.add("the kernels of '" + Name +
                "' share one section, which a linker can only keep or drop as a whole; compile the "
                "file with -ffunction-sections");
    return Found.take();
  }

  void supersedeStorage() {
    auto &Why = Result.WhyStorageStays;
    if (!Program.registry())
      return Why.push_back("no object of the link has the registry");
    const InputObject &Object = *Program.registry()->Object;
    const KernelRegistry &Registry = *Program.registry()->Registry;
    if (!Registry.WhyNotReplaceable.empty())
      Why.push_back(Object.Name + ": " + Registry.WhyNotReplaceable);
    std::vector<SectionRef> WithStorage = Superseded;
    for (uint32_t Section : {Registry.Register, Registry.Storage, Registry.Counter})
      if (Section)
        WithStorage.push_back({&Object, Section});
    std::vector<SectionRef> Callers;
    for (const RegistryCaller &Caller : Program.KernelCallers)
      Callers.push_back(Caller.Code);
    Dead.emplace(Objects, Plan, RootSymbols, WithStorage, DeadSections::Edits, Callers);
    if (!Dead->isDead(Object, Registry.Register)) {
      const size_t Known = Why.size();
      for (const RegistryCaller &Caller : Program.KernelCallers)
        if (!Dead->isDead(*Caller.Code.Object, Caller.Code.Index))
          Why.push_back(Caller.Description + "\n>>> " + Program.runtime().howToRegister().str());
      if (Why.size() == Known)
        Why.push_back("other programs can register kernels, because the registering function is "
                      "exported\n>>> to hide the function, link with a version script that has "
                      "'local: *;', with -Wl,--exclude-libs,ALL or without -rdynamic, or compile " +
                      Program.runtime().name().str() + " with -fvisibility=hidden");
    }
    if (!Why.empty())
      return Dead.reset();
    Result.Parts.IsAllKernels = Registry.IsOurs;
    Result.Parts.IsStorage = !Registry.IsOurs;
    if (Registry.IsOurs)
      return;
    ObjectEdits &Edits = Result.Edits[&Object];
    for (const auto &[Section, Symbol] : {std::pair(Registry.Storage, TableStorageSymbol),
                                          std::pair(Registry.Counter, TableCountSymbol)}) {
      Edits.Retargeted[Section] = Edits.NewSymbols.size();
      Edits.NewSymbols.push_back({Symbol.str()});
    }
  }

  /// Sets the function that the table's object calls before main in place of the initialisers, if
  /// the program needs such a function.
  void replaceInitializers() {
    const SelfRegisteringObject *Registry = Program.registry();
    if (!Result.WhyStorageStays.empty() && !Program.matchesKeys())
      // Even for an empty table, the table's object calls registerFunction(), because only this
      // function calls Runtime::startFunction(), which must run before main.
      Result.Parts.RegisterFunction = Program.runtime().registerFunction();
    else if (Registry->Registry->CallsStart && Program.hasInitializers())
      Result.Parts.Initializer = Program.runtime().startFunction();
  }

  /// The table is in an object of its own, which refers to each function by a symbol. The
  /// function's own symbol may be local, or a shared library may preempt it. Therefore each
  /// function gets a hidden global alias.
  void nameFunctions() {
    for (const PlannedKernel &Kernel : Plan.Kept)
      if (const auto &[Object, Section, Value] = Kernel.Record->Function;
          Object && Kernel.Record->IsSelfRegistered)
        Result.Edits[Object].NewSymbols.push_back(
            {Kernel.Record->Symbol, Section, Value, Object->Sections[Section].Size});
  }

  /// GNU ld keeps or drops a section of strings as a whole, so the image would keep the names of
  /// dropped kernels. This function therefore empties each string to which only the initialisers
  /// and their arrays refer. The linker then merges the empty strings into one. The table's object
  /// has its own copies of the names and keys of kept kernels.
  void emptyNames() {
    for (const SelfRegisteringObject &File : Program.objects()) {
      const InputObject &Object = *File.Object;
      const auto Absolute = expectedToOptional(Object.Target.absoluteRelocation());
      if (!Absolute)
        continue;
      std::set<uint32_t> Superseded;
      for (const KernelInitializer &Initializer : File.Initializers) {
        Superseded.insert(Initializer.Used.begin(), Initializer.Used.end());
        Superseded.insert(Initializer.Code);
      }
      Strings Unused = registeredStrings(Object, File.Initializers);
      for (uint32_t I = 0; I < Object.Sections.size(); ++I)
        if (!Superseded.count(I) && (Object.Sections[I].Flags & ELF::SHF_ALLOC))
          for (const ObjectRelocation &R : Object.Sections[I].Relocations)
            eraseUsed(Object, I, R, *Absolute, Unused);
      for (const auto &[Place, Size] : Unused)
        Result.Edits[&Object].EmptiedStrings.push_back(Place);
    }
  }

  const SelfRegisteringProgram &Program;
  ArrayRef<const InputObject *> Objects;
  const PrunePlan &Plan;
  const StringSet<> &RootSymbols;
  const bool KeepsExceptionTables;
  std::vector<SectionRef> Superseded = {};
  std::optional<DeadSections> Dead = {}; ///< computed as if the superseded sections were dropped
  RegistrationRewrite Result = RegistrationRewrite();
};

} // namespace

std::vector<SectionRef> supersededSections(const SelfRegisteringProgram &Program,
                                           const PrunePlan &Plan) {
  std::vector<SectionRef> Sections;
  for (const SelfRegisteringObject &Object : Program.objects())
    for (const KernelInitializer &Initializer : Object.Initializers) {
      Sections.push_back({Object.Object, Initializer.Slot});
      Sections.push_back({Object.Object, Initializer.Code});
      for (uint32_t Section : Initializer.Used)
        Sections.push_back({Object.Object, Section});
      for (const SharedSymbol &Shared : Initializer.Shared)
        Sections.push_back({Object.Object, Shared.Section});
    }
  for (const BackendInitializer &Backend : Program.Backends)
    if (Plan.DroppedBackends.count(Backend.Name)) {
      Sections.push_back({Backend.Code.Object, Backend.Slot});
      Sections.push_back(Backend.Code);
    }
  return Sections;
}

Expected<RegistrationRewrite> rewriteRegistration(const SelfRegisteringProgram &Program,
                                                  ArrayRef<const InputObject *> Objects,
                                                  const PrunePlan &Plan,
                                                  const StringSet<> &RootSymbols,
                                                  bool KeepsExceptionTables) {
  return Rewriter{Program, Objects, Plan, RootSymbols, KeepsExceptionTables}.run();
}

} // namespace etprune
