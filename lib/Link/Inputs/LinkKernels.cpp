// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Inputs/LinkKernels.h"

#include "Link/Inputs/Closure.h"
#include "Link/Inputs/SymbolExports.h"
#include "Runtimes/Table/Records.h"
#include "Support/InputFile.h"
#include "Support/Parallel.h"
#include "Support/Problems.h"
#include "Support/Try.h"

#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;

namespace etprune {

namespace {

/// Returns the objects that can be in an image. Leaves out an archive member if an always loaded
/// object defines a symbol that the member defines, too. A link that loaded the member would fail.
std::vector<const InputObject *> loadable(const LinkInputs &Inputs,
                                          ArrayRef<const InputObject *> Objects) {
  auto IsDefinition = [](const ObjectSymbol &Symbol) {
    return Symbol.Binding == ELF::STB_GLOBAL && !Symbol.isUndefined() &&
           Symbol.Section != ObjectSymbol::Elsewhere;
  };
  DenseSet<const InputObject *> Always;
  StringSet<> Defined;
  for (const auto &[File, Object] : Inputs.objects())
    if (File->isAlwaysLoaded()) {
      Always.insert(Object);
      for (const ObjectSymbol &Symbol : llvm::make_filter_range(Object->Symbols, IsDefinition))
        Defined.insert(Symbol.Name);
    }
  std::vector<const InputObject *> Result;
  llvm::copy_if(Objects, std::back_inserter(Result), [&](const InputObject *Object) {
    return Always.contains(Object) ||
           llvm::none_of(Object->Symbols, [&](const ObjectSymbol &Symbol) {
             return IsDefinition(Symbol) && Defined.contains(Symbol.Name);
           });
  });
  return Result;
}

/// Returns each record once. A link that reads one archive under two paths has each record twice.
Expected<std::vector<KernelRecord>> readRecords(ArrayRef<const InputObject *> Objects) {
  for (const InputObject *Object : Objects)
    RETURN_IF_ERROR(checkRecordMachine(*Object));
  std::vector<std::vector<KernelRecord>> Found(Objects.size());
  if (Error E = parallelForErrors(Objects.size(), [&](size_t I) {
        return readKernelRecords(*Objects[I]).moveInto(Found[I]);
      }))
    return E;
  std::vector<KernelRecord> Records;
  StringMap<const InputObject *> ById;
  for (std::vector<KernelRecord> &OfObject : Found)
    for (KernelRecord &Record : std::exchange(OfObject, {})) {
      auto [First, IsNew] = ById.try_emplace(Record.id(), Record.Object);
      if (IsNew || First->second->Buffer.getBuffer() != Record.Object->Buffer.getBuffer())
        Records.push_back(std::move(Record));
    }
  return Records;
}

bool callsRegisterKernels(const InputObject &Object) {
  return llvm::any_of(Object.Symbols, [](const ObjectSymbol &Symbol) {
    return !Symbol.isLocal() && registersKernels(Symbol.Name);
  });
}

/// Refuses a link with two runtimes. A kernel that was built for one runtime crashes in the other.
Error refuseTwoRuntimes(ArrayRef<const InputObject *> Objects,
                        const SelfRegisteringProgram &Program) {
  const auto Ours =
      llvm::find_if(Objects, [](const InputObject *Object) { return refersToTable(*Object); });
  if (Ours == Objects.end())
    return Error::success();
  return createStringError("the link has two runtimes: et-prune's, which reads kernels from a "
                           "table, and " +
                           Program.runtime().name() +
                           "'s, which registers them; link only one\n>>> in " + (*Ours)->Name +
                           "\n>>> in " + Program.objects().front().Object->Name);
}

/// Refuses a file that registers kernels if the command names the file twice. The linker would load
/// the file twice without an error, because the file's definitions are local.
Error refuseLoadedTwice(const LinkInputs &Inputs, const SelfRegisteringProgram &Program) {
  DenseSet<const InputObject *> Registering;
  for (const SelfRegisteringObject &Object : Program.objects())
    if (!Object.Initializers.empty())
      Registering.insert(Object.Object);
  Problems Found;
  for (const auto &File : Inputs.Files)
    if (File->IsLoadedTwice && llvm::any_of(File->Members, [&](const LinkMember &Member) {
          return Registering.contains(Member.Object.get());
        }))
      Found.add("'" + File->Path +
                "' is twice in the link command, so its kernels would be registered twice and the "
                "program would abort at start; name it once");
  return Found.take();
}

} // namespace

std::string unloadedRegistrations(const LinkInputs &Inputs) {
  std::string Text;
  for (const auto &File : Inputs.Files) {
    const bool IsLoaded = llvm::any_of(File->Members, [](const LinkMember &Member) {
      return Member.Object && callsRegisterKernels(*Member.Object);
    });
    auto Registers = [&](const Runtime *Kind) {
      const StringRef Function = Kind->registerFunction();
      // An archive that defines the function is the runtime. The runtime registers no kernels.
      return containsText(File->contents(), Function) &&
             !containsText(File->Library->getSymbolTable(), Function);
    };
    if (!File->Library || File->WholeArchive || IsLoaded || llvm::none_of(runtimes(), Registers))
      continue;
    Text += "\n>>> '" + File->Path +
            "' registers kernels, but no reference loads it; put it between "
            "-Wl,--whole-archive and -Wl,--no-whole-archive";
  }
  return Text;
}

bool usesKernels(LinkInputs &Inputs) {
  return llvm::any_of(loadedWithoutKernels(Inputs), [](const InputObject *Object) {
    return refersToTable(*Object) || callsRegisterKernels(*Object);
  });
}

Expected<LinkKernels> readLinkKernels(const LinkCommand &Command, const LinkInputs &Inputs,
                                      ArrayRef<const InputObject *> Objects) {
  auto Records = readRecords(Objects);
  std::optional<SymbolExports> Exports; // created at first use
  auto Program = SelfRegisteringProgram::read(
      loadable(Inputs, Objects), [&](const InputObject &Object, const ObjectSymbol &Symbol) {
        if (!Exports)
          Exports.emplace(Command, Inputs);
        return Exports->shows(Object, Symbol) || Inputs.RootSymbols.contains(Symbol.Name) ||
               Inputs.AskedByLibraries.count(Symbol.Name);
      });
  if (!Records || !Program)
    return joinErrors(Records.takeError(), Program.takeError());
  if (Program->empty())
    return LinkKernels{std::move(*Records), nullptr};
  LinkKernels Kernels{std::move(*Records),
                      std::make_unique<SelfRegisteringProgram>(std::move(*Program))};
  RETURN_IF_ERROR(refuseLoadedTwice(Inputs, *Kernels.Program));
  auto SelfRegistered = Kernels.Program->records();
  Error TwoRuntimes =
      Kernels.Records.empty() ? Error::success() : refuseTwoRuntimes(Objects, *Kernels.Program);
  if (!SelfRegistered || TwoRuntimes)
    return joinErrors(std::move(TwoRuntimes), SelfRegistered.takeError());
  llvm::append_range(Kernels.Records, std::move(*SelfRegistered));
  return Kernels;
}

} // namespace etprune
