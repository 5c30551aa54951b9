// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SelfRegisteringObject.cpp reads each object by itself. This file compares all objects. It finds
// the definitions of the kernels' global functions, kernels that are registered twice, and a second
// registry.

#include "Runtimes/SelfRegisteringProgram.h"

#include "Object/IntermediateCode.h"
#include "Object/RecordNames.h"
#include "Runtimes/ExecuTorch/ExecuTorch.h"
#include "Support/Problems.h"
#include "Support/Try.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Path.h"

#include <limits>
#include <map>
#include <set>

using namespace llvm;

namespace etprune {

static std::vector<const Runtime *> &list() {
  static const ExecuTorch First;
  static std::vector<const Runtime *> List{&First};
  return List;
}

void addRuntime(const Runtime &Kind) { list().push_back(&Kind); }

ArrayRef<const Runtime *> runtimes() { return list(); }

bool registersKernels(StringRef Function) {
  return llvm::any_of(runtimes(), [&](const Runtime *Kind) {
    return Function == Kind->registerFunction() || Kind->isOtherRelease(Function);
  });
}

namespace {

/// "portable_kernels" for "lib/libportable_kernels.a(op_add.o)", "main" for "src/main.o".
StringRef libraryOf(StringRef Object) {
  StringRef File = Object.ends_with(")") ? Object.rsplit('(').first : Object;
  StringRef Name = sys::path::stem(File);
  if (File.ends_with(".a"))
    Name.consume_front("lib");
  return Name;
}

KernelRecord recordOf(const SelfRegisteringObject &Object, const RegisteredKernel &Kernel) {
  KernelRecord Record;
  Record.Op = Kernel.Op.Text;
  if (Kernel.Key)
    Record.Key = Kernel.Key->Text;
  Record.Variant = Record.Key.value_or("any");
  Record.Library = libraryOf(Object.Object->Name);
  Record.Object = Object.Object;
  Record.RecordSection = Kernel.Entry;
  Record.Function = Kernel.Function;
  Record.Priority = std::numeric_limits<int>::min();
  Record.IsSelfRegistered = true;
  Record.Symbol =
      !Kernel.Function.Object
          ? Kernel.FunctionName.str()
          : (KernelSymbolPrefix + Record.Op + "$" + Record.Variant + "$" + Record.Library).str();
  return Record;
}

/// Adds an error if an object defines the registering function of an unsupported release. Weak
/// definitions do not count, because supported releases have an inline function of the same name.
void checkRelease(const InputObject &Object, const Runtime &Kind, Problems &Found) {
  for (const ObjectSymbol &Symbol : Object.Symbols)
    if (Symbol.Binding == ELF::STB_GLOBAL && !Symbol.isUndefined() &&
        Kind.isOtherRelease(Symbol.Name))
      Found.add(Object.error("the object is from a release of " + Kind.name() +
                             " that et-prune does not support: it registers kernels by '" +
                             Symbol.Name +
                             "'; see docs/executorch.md for the releases that can be pruned"));
}

bool names(const InputObject &Object, StringRef Function) {
  return !Function.empty() && llvm::any_of(Object.Symbols, [&](const ObjectSymbol &Symbol) {
    return !Symbol.isLocal() && Symbol.Name == Function;
  });
}

/// The runtime of which the object defines or uses a registering function; null if there is none.
const Runtime *runtimeOf(const InputObject &Object) {
  for (const Runtime *Kind : runtimes())
    if (names(Object, Kind->registerFunction()) || names(Object, Kind->registerBackendFunction()))
      return Kind;
  return nullptr;
}

} // namespace

/// Finds the definition of each kernel's global function. Kernel.Function stays null if the
/// definition is weak or in intermediate code, or if several objects define the symbol.
void SelfRegisteringProgram::findFunctions(ArrayRef<const InputObject *> LinkObjects) {
  StringMap<SmallVector<RegisteredKernel *, 1>> ByName;
  for (SelfRegisteringObject &Object : Objects)
    for (KernelInitializer &Initializer : Object.Initializers)
      for (RegisteredKernel &Kernel : Initializer.Kernels)
        if (Kernel.IsGlobal)
          ByName[Kernel.FunctionName].push_back(&Kernel);
  StringSet<> Defined;
  for (const InputObject *Object : LinkObjects)
    for (const ObjectSymbol &Symbol : Object->Symbols) {
      if (Symbol.isLocal() || Symbol.isUndefined() || !ByName.count(Symbol.Name))
        continue;
      const bool IsCertain = Defined.insert(Symbol.Name).second &&
                             Symbol.Binding == ELF::STB_GLOBAL && Symbol.isInSection() &&
                             !Object->UsesIntermediateCode;
      for (RegisteredKernel *Kernel : ByName[Symbol.Name])
        Kernel->Function =
            IsCertain ? FunctionLocation{Object, Symbol.Section, Symbol.Value} : FunctionLocation();
    }
}

void SelfRegisteringProgram::findMethodRegistries(ArrayRef<const InputObject *> LinkObjects) {
  std::set<SectionRef> Registered;
  std::set<const InputObject *> NotUnderstood;
  for (const SelfRegisteringObject &Object : Objects) {
    if (!Object.Callers.empty())
      NotUnderstood.insert(Object.Object);
    for (const KernelInitializer &Initializer : Object.Initializers)
      for (uint32_t Section : Initializer.Used)
        Registered.insert({Object.Object, Section});
  }
  for (const InputObject *Object : LinkObjects)
    if (!Object->UsesIntermediateCode && !NotUnderstood.count(Object))
      for (KernelArray &Array : Kind->kernelArrays(*Object))
        if (!Registered.count({Object, Array.Section}))
          MethodRegistries.push_back(std::move(Array));
}

Error SelfRegisteringProgram::add(const InputObject &Object, const Runtime &ItsKind) {
  if (!empty() && Kind != &ItsKind)
    return Object.error("the object registers kernels with the runtime " + ItsKind.name() +
                        ", but other objects of the link register kernels with " + Kind->name() +
                        "; link objects of only one runtime");
  ASSIGN_OR_RETURN(auto Read, readSelfRegisteringObject(Object, ItsKind));
  llvm::append_range(KernelCallers, Read.Callers);
  llvm::append_range(BackendCallers, Read.BackendCallers);
  llvm::append_range(Backends, Read.Backends);
  if (Read.empty())
    return Error::success();
  Kind = &ItsKind;
  Objects.push_back(std::move(Read));
  return Error::success();
}

Expected<SelfRegisteringProgram>
SelfRegisteringProgram::read(ArrayRef<const InputObject *> LinkObjects, IsSeen IsSeenOutside) {
  SelfRegisteringProgram Program;
  Problems Found;
  std::vector<std::string> Hidden;
  for (const InputObject *Object : LinkObjects) {
    for (const Runtime *Kind : runtimes())
      checkRelease(*Object, *Kind, Found);
    const Runtime *Kind = runtimeOf(*Object);
    if (!Kind)
      continue;
    if (Object->UsesIntermediateCode) {
      if (names(*Object, Kind->registerFunction()))
        Hidden.push_back(Object->Name);
      continue;
    }
    Found.add(Program.add(*Object, *Kind));
  }
  if (!Hidden.empty())
    Found.add(
        "these objects register kernels at program start, but have only gcc's intermediate code" +
        listObjects(Hidden) + "\n>>> compile these objects also with -ffat-lto-objects, or " +
        WithoutIntermediateCode);
  llvm::append_range(Program.KernelCallers,
                     refuseSharedElsewhere(Program.Objects, LinkObjects, IsSeenOutside));
  Program.findFunctions(LinkObjects);
  if (!Program.empty())
    Program.findMethodRegistries(LinkObjects);
  for (size_t I = 0; I < Program.Objects.size(); ++I)
    if (Program.Objects[I].Registry) {
      if (Program.RegistryIndex)
        Found.add("the link has two registries of kernels\n>>> in " +
                  Program.registry()->Object->Name + "\n>>> in " + Program.Objects[I].Object->Name);
      Program.RegistryIndex = I;
    }
  return Found.takeOr(std::move(Program));
}

Expected<std::vector<KernelRecord>> SelfRegisteringProgram::records() const {
  std::vector<KernelRecord> Records;
  std::map<std::pair<std::string, std::optional<std::string>>,
           std::pair<const InputObject *, const KernelInitializer *>>
      Known;
  /// Maps the names of two objects to the first kernel that both objects register.
  std::map<std::pair<std::string, std::string>, std::string> Twice;
  for (const SelfRegisteringObject &Object : Objects)
    for (const KernelInitializer &Initializer : Object.Initializers)
      for (const RegisteredKernel &Kernel : Initializer.Kernels) {
        KernelRecord Record = recordOf(Object, Kernel);
        Kind->readSignature(Record);
        auto [It, IsNew] = Known.try_emplace({Record.Op, Record.Key}, Object.Object, &Initializer);
        const auto &[FirstObject, First] = It->second;
        if (IsNew)
          Records.push_back(std::move(Record));
        else if (First == &Initializer || !shareGuard(*First, Initializer))
          Twice.try_emplace({FirstObject->Name, Object.Object->Name},
                            "operator '" + Record.Op + "'" +
                                (Record.Key ? " for '" + *Record.Key + "'" : ""));
      }
  Problems Found;
  for (const auto &[Names, Kernel] : Twice)
    Found.add(Kernel +
              " is registered twice, and the program would abort at its start; link only one of "
              "these files\n>>> in " +
              Names.first + "\n>>> in " + Names.second);
  return Found.takeOr(std::move(Records));
}

Error unknownCallers(const SelfRegisteringProgram *Program) {
  if (!Program)
    return Error::success();
  Problems Found;
  auto Add = [&](StringRef Reason, const std::string &Where) {
    Found.add(
        Reason +
        ", so these kernels stay in the program with any selection; if one of these kernels "
        "serves a missing operator, leave the operator out of the selection with --drop\n>>> " +
        Where);
  };
  for (const RegistryCaller &Caller : Program->KernelCallers)
    Add("et-prune does not understand the registration of these kernels", Caller.Description);
  for (const KernelArray &Array : Program->MethodRegistries)
    Add("the program itself passes these kernels to load_method, for one method",
        Array.description());
  return Found.take();
}

void dropUnusedBackends(PrunePlan &Plan, const SelfRegisteringProgram *Program,
                        const Selection &Wanted) {
  if (!Program || Plan.Everything)
    return;
  for (const BackendInitializer &Backend : Program->Backends)
    if (!Wanted.Backends.count(Backend.Name))
      Plan.DroppedBackends.insert(Backend.Name);
  for (const RegistryCaller &Caller : Program->BackendCallers)
    Plan.Notes.push_back("a backend stays: " + Caller.Description);
}

} // namespace etprune
