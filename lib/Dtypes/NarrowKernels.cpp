// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Dtypes/NarrowKernels.h"

#include "Link/Inputs/Closure.h"
#include "Link/Lto/CodeRequest.h"
#include "Object/RecordNames.h"
#include "Support/Numbers.h"
#include "Support/Try.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"

#include <map>

using namespace llvm;

namespace etprune {

namespace {

/// Returns an undefined symbol of `Narrowed` that no object of the link has, or "" if there is
/// none. The link may lack the library that defines such a symbol. If the link compiles bitcode,
/// functions that compilers call, such as memcpy, count as known. The bundle of such a link has the
/// archive members that define these functions.
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

/// The loaded bytes of the sections whose names contain `Part`.
uint64_t loadedBytes(const InputObject &Object, StringRef Part = "") {
  uint64_t Bytes = 0;
  for (const ObjectSection &Section : Object.Sections)
    if ((Section.Flags & ELF::SHF_ALLOC) && Section.Name.contains(Part))
      Bytes += Section.Size;
  return Bytes;
}

std::optional<KernelRecord> recordOf(const NewKernel &Kernel, const InputObject &Object) {
  KernelRecord Record = *Kernel.Original;
  Record.Variant = dtypeNames(Kernel.Calls);
  Record.OnlyCalls = Kernel.Calls;
  Record.Symbol = Kernel.Symbol;
  Record.Object = &Object;
  Record.RecordSection = 0;
  Record.IsSelfRegistered = false;
  for (const ObjectSymbol &Found : Object.Symbols)
    if (Found.Name == Kernel.Symbol && Found.isInSection()) {
      Record.Function = {&Object, Found.Section, Found.Value};
      return Record;
    }
  return std::nullopt;
}

Expected<std::shared_ptr<NarrowedKernels>> readObject(const CapturedLink &Link,
                                                      const NewKernels &New) {
  auto Narrowed = std::make_shared<NarrowedKernels>();
  Narrowed->Name = New.ObjectName;
  Narrowed->Maker = New.Maker;
  Narrowed->Bytes.assign(New.Bytes.begin(), New.Bytes.end());
  RETURN_IF_ERROR(InputObject::parse(
                      {StringRef(Narrowed->Bytes.data(), Narrowed->Bytes.size()), Narrowed->Name},
                      Narrowed->Name)
                      .moveInto(Narrowed->Object));
  if (const std::string Name = unknownName(*Narrowed->Object, Link); !Name.empty())
    return createStringError("the narrowed kernels refer to the symbol '" + Name +
                             "', which no object of the link has");
  for (const NewKernel &Kernel : New.Kernels) {
    if (Kernel.Symbol.empty())
      continue;
    auto Record = recordOf(Kernel, *Narrowed->Object);
    if (!Record)
      return createStringError("the object with the narrowed kernels does not define '" +
                               Kernel.Symbol + "'");
    Narrowed->Records.push_back(std::move(*Record));
    Narrowed->Replaced.push_back(Kernel.Original);
  }
  Narrowed->Size = loadedBytes(*Narrowed->Object);
  Narrowed->GuardSize = loadedBytes(*Narrowed->Object, GuardNamePart);
  return Narrowed;
}

PrunePlan planWith(const PrunePlan &Plan, std::shared_ptr<const NarrowedKernels> Narrowed) {
  DenseMap<const KernelRecord *, const KernelRecord *> NewRecords;
  for (const auto &[Old, New] : llvm::zip_equal(Narrowed->Replaced, Narrowed->Records))
    NewRecords[Old] = &New;
  PrunePlan New = Plan;
  auto Replace = [&](const KernelRecord *&Record) {
    if (const KernelRecord *Found = NewRecords.lookup(Record))
      Record = Found;
  };
  for (PlannedKernel &Kernel : New.Kept)
    Replace(Kernel.Record);
  for (TableEntry &Entry : New.Table)
    Replace(Entry.Record);
  New.Narrowed.push_back(std::move(Narrowed));
  return New;
}

void noteReasons(PrunePlan &Plan, ArrayRef<NewKernel> Kernels) {
  std::map<std::string, std::set<std::string>> Operators;
  for (const NewKernel &Kernel : Kernels)
    if (!Kernel.WhyNot.empty())
      Operators[Kernel.WhyNot].insert("'" + Kernel.Original->Op + "'");
  for (const auto &[Why, Ops] : Operators)
    Plan.Notes.push_back(join(Ops, ", ") + (Ops.size() == 1 ? " keeps" : " keep") +
                         " all dtypes: " + Why);
}

/// Uses narrowed kernels if the program gets smaller. Plan.Notes say why kernels keep all dtypes.
void take(const CapturedLink &Link, PrunePlan &Plan, NewKernels New, DeadBytes Dead) {
  auto AllKeep = [&](const std::string &Why) {
    New.refuse(Why);
    noteReasons(Plan, New.Kernels);
  };
  if (New.Bytes.empty())
    return noteReasons(Plan, New.Kernels);
  auto Narrowed = readObject(Link, New);
  if (!Narrowed)
    return AllKeep(toString(Narrowed.takeError()));
  // Do not compare if code exists only as bitcode: its size is unknown before the link.
  const bool IsKnown = llvm::none_of(Link.Objects, [](const InputObject *Object) {
    return Object->Intermediate == IntermediateCode::Llvm && !Object->HasMachineCode;
  });
  PrunePlan NewPlan = planWith(Plan, *Narrowed);
  const uint64_t Before = IsKnown ? Dead(NewPlan) - Dead(Plan) : 0, After = (*Narrowed)->Size;
  if (IsKnown && After >= Before)
    return AllKeep("the code of the narrowed kernels would not be smaller: " + grouped(After) +
                   " B instead of " + grouped(Before) + " B");
  (*Narrowed)->SizeBefore = Before;
  Plan = std::move(NewPlan);
  noteReasons(Plan, New.Kernels);
}

} // namespace

void narrowKernels(const CapturedLink &Link, PrunePlan &Plan, DeadBytes Dead) {
  if (Plan.Everything)
    return;
  take(Link, Plan, makeFromBitcode(Link, Plan), Dead);
  for (NewKernels &New : makeFromMasks(Link, Plan))
    take(Link, Plan, std::move(New), Dead);
}

} // namespace etprune
