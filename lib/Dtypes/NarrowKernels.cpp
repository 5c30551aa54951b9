// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Dtypes/NarrowKernels.h"

#include "Dtypes/NarrowModule.h"
#include "Link/Closure.h"
#include "Object/IntermediateCode.h"
#include "Object/RecordNames.h"
#include "Support/Numbers.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"

#include <map>

using namespace llvm;

namespace etprune {

namespace {

/// The name that a function has in its object.
std::string functionName(const FunctionLocation &Function) {
  for (const ObjectSymbol &Symbol : Function.Object->Symbols)
    if (Symbol.Section == Function.Section && Symbol.Value == Function.Value &&
        Symbol.Type == ELF::STT_FUNC)
      return Symbol.Name.str();
  return "";
}

/// A request with all that its plain data points to.
class RequestMaker {
public:
  RequestMaker(const CapturedLink &Link, const PrunePlan &Plan);
  bool empty() const { return Kernels.empty(); }
  NarrowRequest request() const {
    return {Bitcode.data(), Bitcode.size(), Kernels.data(), Kernels.size()};
  }

  std::vector<const PlannedKernel *> Planned; ///< of each kernel
  std::vector<std::string> Symbols;           ///< of each new kernel

private:
  void addKernel(const PlannedKernel &Kernel, size_t BitcodeIndex);

  std::vector<BitcodeObject> Bitcode;
  std::vector<NarrowKernel> Kernels;
  std::deque<std::string> Names;
  std::deque<std::vector<NarrowCall>> Calls;
};

RequestMaker::RequestMaker(const CapturedLink &Link, const PrunePlan &Plan) {
  DenseMap<const InputObject *, size_t> Indices;
  for (const InputObject *Object : Link.Objects) {
    const StringRef Code = bitcodeOf(*Object);
    if (Code.empty())
      continue;
    Indices[Object] = Bitcode.size();
    Bitcode.push_back({Code.data(), Code.size(), Object->Name.c_str()});
  }
  for (const PlannedKernel &Kernel : Plan.Kept) {
    const KernelRecord &Record = *Kernel.Record;
    // One with a key serves calls of its own dtypes alone, and an operator may have several.
    if (!Record.IsSelfRegistered || Record.Key || Kernel.HasAnyDtypes || Kernel.Dtypes.empty() ||
        !Record.Function.Object)
      continue;
    if (auto It = Indices.find(Record.Function.Object); It != Indices.end())
      addKernel(Kernel, It->second);
  }
}

void RequestMaker::addKernel(const PlannedKernel &Kernel, size_t BitcodeIndex) {
  const KernelRecord &Record = *Kernel.Record;
  auto &Rows = Calls.emplace_back();
  bool AnyInLists = false;
  for (const CallDtypes &Call : Kernel.Dtypes) {
    Rows.push_back({Call.Sets.data(), Call.Sets.size()});
    AnyInLists |= Call.AnyInLists;
  }
  const std::string &Function = Names.emplace_back(functionName(Record.Function));
  const std::string &Symbol = Names.emplace_back(narrowedSymbol(Record, Kernel.Dtypes));
  const std::string &Refusal =
      Names.emplace_back(Record.Op + " is called with dtypes that it was not pruned for; it has " +
                         dtypeNames(Kernel.Dtypes));
  Kernels.push_back({BitcodeIndex, Function.c_str(), Symbol.c_str(), Refusal.c_str(), Rows.data(),
                     Rows.size(), AnyInLists});
  Planned.push_back(&Kernel);
  Symbols.push_back(Symbol);
}

/// Names that the object needs and nothing in the link has or needs: a link that was captured
/// without them cannot be done with them.
std::string unknownName(const InputObject &Narrowed, const CapturedLink &Link) {
  StringSet<> Known;
  const bool Compiles = Link.Inputs->hasIntermediate(IntermediateCode::Llvm);
  for (const InputObject *Object : Link.Objects)
    for (const ObjectSymbol &Symbol : Object->Symbols)
      if (!Symbol.isLocal())
        Known.insert(Symbol.Name);
  for (const ObjectSymbol &Symbol : Narrowed.Symbols)
    if (Symbol.isUndefined() && !Symbol.Name.empty() && !Known.contains(Symbol.Name) &&
        !(Compiles && isCompilerCall(Symbol.Name)))
      return Symbol.Name.str();
  return "";
}

/// Of the sections whose names have a part in them.
uint64_t loadedBytes(const InputObject &Object, StringRef Part = "") {
  uint64_t Bytes = 0;
  for (const ObjectSection &Section : Object.Sections)
    if ((Section.Flags & ELF::SHF_ALLOC) && Section.Name.contains(Part))
      Bytes += Section.Size;
  return Bytes;
}

/// The record of a kernel in the new object.
std::optional<KernelRecord> recordOf(const PlannedKernel &Kernel, const std::string &Symbol,
                                     const InputObject &Object) {
  KernelRecord Record = *Kernel.Record;
  Record.Variant = dtypeNames(Kernel.Dtypes);
  Record.OnlyCalls = Kernel.Dtypes;
  Record.Symbol = Symbol;
  Record.Object = &Object;
  Record.RecordSection = 0;
  Record.IsSelfRegistered = false;
  for (const ObjectSymbol &Found : Object.Symbols)
    if (Found.Name == Symbol && Found.isInSection()) {
      Record.Function = {&Object, Found.Section, Found.Value};
      return Record;
    }
  return std::nullopt;
}

/// The plan with the narrowed kernels, or why it cannot be had.
Expected<PrunePlan> planWith(const CapturedLink &Link, const PrunePlan &Plan,
                             const RequestMaker &Request, const NarrowAnswer &Answer) {
  auto Narrowed = std::make_shared<NarrowedKernels>();
  Narrowed->Bytes.assign(Answer.Object.begin(), Answer.Object.end());
  auto Object = InputObject::parse(
      {StringRef(Narrowed->Bytes.data(), Narrowed->Bytes.size()), NarrowedObjectName},
      NarrowedObjectName.str());
  if (!Object)
    return Object.takeError();
  Narrowed->Object = std::move(*Object);
  if (const std::string Name = unknownName(*Narrowed->Object, Link); !Name.empty())
    return createStringError("they need '" + Name + "', which the link does not have");

  std::map<const KernelRecord *, const KernelRecord *> NewRecords;
  for (size_t I = 0; I < Request.Planned.size(); ++I) {
    if (!Answer.Kernels[I].IsNarrowed)
      continue;
    auto Record = recordOf(*Request.Planned[I], Request.Symbols[I], *Narrowed->Object);
    if (!Record)
      return createStringError("'" + Request.Symbols[I] + "' is not in the new object");
    Narrowed->Records.push_back(std::move(*Record));
    Narrowed->Replaced.push_back(Request.Planned[I]->Record);
    NewRecords[Request.Planned[I]->Record] = &Narrowed->Records.back();
  }
  Narrowed->Size = loadedBytes(*Narrowed->Object);
  Narrowed->GuardSize = loadedBytes(*Narrowed->Object, GuardNamePart);
  PrunePlan New = Plan;
  auto Replace = [&](const KernelRecord *&Record) {
    if (auto It = NewRecords.find(Record); It != NewRecords.end())
      Record = It->second;
  };
  for (PlannedKernel &Kernel : New.Kept)
    Replace(Kernel.Record);
  for (TableEntry &Entry : New.Table)
    Replace(Entry.Record);
  New.Narrowed = std::move(Narrowed);
  return New;
}

/// A note for each reason, with the operators that it is one for.
void noteReasons(PrunePlan &Plan, const RequestMaker &Request,
                 ArrayRef<NarrowAnswer::Kernel> Kernels) {
  std::map<std::string, std::set<std::string>> Operators;
  for (size_t I = 0; I < Kernels.size(); ++I)
    if (!Kernels[I].WhyNot.empty())
      Operators[Kernels[I].WhyNot].insert("'" + Request.Planned[I]->Record->Op + "'");
  for (const auto &[Why, Ops] : Operators)
    Plan.Notes.push_back(join(Ops, ", ") + (Ops.size() == 1 ? " keeps" : " keep") +
                         " all dtypes: " + Why);
}

} // namespace

void narrowKernels(const CapturedLink &Link, PrunePlan &Plan, StringRef ModuleFolder,
                   DeadBytes Dead) {
  const RequestMaker Request(Link, Plan);
  if (Plan.Everything || Request.empty())
    return;
  auto AllKeep = [&](const std::string &Why) {
    noteReasons(Plan, Request,
                std::vector<NarrowAnswer::Kernel>(Request.Planned.size(), {false, Why}));
  };
  auto Answer = runNarrowModule(ModuleFolder, Request.request());
  if (!Answer)
    return AllKeep(toString(Answer.takeError()));
  if (Answer->Object.empty())
    return noteReasons(Plan, Request, Answer->Kernels);
  auto New = planWith(Link, Plan, Request, *Answer);
  if (!New)
    return AllKeep(toString(New.takeError()));
  // How large the code of bitcode alone is, only the link tells.
  const bool IsKnown = llvm::none_of(Link.Objects, [](const InputObject *Object) {
    return Object->Intermediate == IntermediateCode::Llvm && !Object->HasMachineCode;
  });
  const uint64_t Before = IsKnown ? Dead(*New) - Dead(Plan) : 0, After = New->Narrowed->Size;
  if (IsKnown && After >= Before)
    return AllKeep("with the selected ones alone they would take " + grouped(After) +
                   " B instead of " + grouped(Before) + " B");
  New->Narrowed->SizeBefore = Before;
  noteReasons(*New, Request, Answer->Kernels);
  Plan = std::move(*New);
}

} // namespace etprune
