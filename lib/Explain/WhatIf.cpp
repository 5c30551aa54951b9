// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Explain/WhatIf.h"

#include "Selection/Names.h"
#include "Selection/Selection.h"
#include "Support/Numbers.h"
#include "Support/Problems.h"
#include "Support/Try.h"

#include "llvm/Support/Path.h"

#include <algorithm>
#include <map>

using namespace llvm;

namespace etprune {

namespace {

struct Change {
  Error read();
  Error readPart(StringRef Part);
  Error drop(StringRef Name);
  Error keepDtype(StringRef Dtype);
  Error leaveOutModel(StringRef Model);

  const ImageGraph &Graph;
  const PrunePlan &Plan;
  WhatIf &Result;
  std::set<const KernelRecord *> Going = {};
};

Error Change::drop(StringRef Name) {
  std::set<std::string> Ops;
  // A name without overload is the operator of that name. Without such an operator, it is all
  // overloads.
  const bool IsExact =
      llvm::any_of(Plan.Kept, [&](const PlannedKernel &K) { return K.Record->Op == Name; });
  auto IsNamed = [&](const KernelRecord &Record) {
    return Record.Op == Name || Record.id() == Name ||
           (!IsExact && StringRef(Record.Op).split('.').first == Name);
  };
  bool IsFound = false;
  for (const PlannedKernel &Kernel : Plan.Kept) {
    Ops.insert(Kernel.Record->Op);
    if (IsNamed(*Kernel.Record)) {
      IsFound = true;
      Going.insert(Kernel.Record);
    }
  }
  if (IsFound)
    return Error::success();
  if (llvm::any_of(Plan.Dropped, [&](const KernelRecord *Record) { return IsNamed(*Record); }))
    return createStringError("the image has no operator '" + Name +
                             "': it was dropped when the image was pruned");
  const std::vector<StringRef> Sorted(Ops.begin(), Ops.end());
  const StringRef Nearest = nearestName(Name, Sorted);
  return createStringError("the image has no operator '" + Name + "'" +
                           (Nearest.empty() ? "" : "; did you mean '" + Nearest + "'?"));
}

Error Change::keepDtype(StringRef Dtype) {
  ASSIGN_OR_RETURN(auto Key, normalizeWantedKey(Dtype));
  std::map<std::string, const KernelRecord *> ById;
  std::map<std::string, std::vector<KernelRecord>> ByOp;
  for (const PlannedKernel &Kernel : Plan.Kept) {
    if (Going.count(Kernel.Record))
      continue;
    ByOp[Kernel.Record->Op].push_back(*Kernel.Record);
    ById[Kernel.Record->id()] = Kernel.Record;
  }
  size_t NumWhole = 0;
  for (const auto &[Op, Records] : ByOp) {
    // The resolver chooses for each operator alone, so that an operator without such a kernel
    // stays.
    Selection Wanted;
    Wanted.Ops[Op].Keys[Key].insert(Asker{"--what-if"});
    const auto Kept = expectedToStdOptional(resolve(Records, Wanted));
    if (!Kept) {
      Result.Notes.push_back("'" + Op + "' has no kernel for " + Dtype.str() + ", and stays");
      continue;
    }
    for (const KernelRecord *Dropped : Kept->Dropped)
      Going.insert(ById.at(Dropped->id()));
    NumWhole += Records.size() == 1 && Records.front().isFallback();
  }
  if (NumWhole != 0)
    Result.Notes.push_back(counted(NumWhole, "operator") + (NumWhole == 1 ? " has" : " have") +
                           " all dtypes in one function, which stays; only a link can "
                           "tell its size without the other dtypes");
  return Error::success();
}

Error Change::leaveOutModel(StringRef Model) {
  bool IsKnown = false, HasModels = false;
  for (const PlannedKernel &Kernel : Plan.Kept) {
    bool IsAsked = false, IsOthers = false;
    for (const Asker &A : Kernel.Askers) {
      const StringRef File = modelOf(A);
      HasModels |= !File.empty();
      (File == Model || sys::path::filename(File) == Model ? IsAsked : IsOthers) = true;
    }
    IsKnown |= IsAsked;
    if (IsAsked && !IsOthers)
      Going.insert(Kernel.Record);
  }
  if (IsKnown)
    return Error::success();
  return createStringError("without-model: '" + Model + "' is not among the given models" +
                           (HasModels ? "" : "; name all models of the image with --model"));
}

Error Change::readPart(StringRef Part) {
  const auto [What, Value] = Part.split('=');
  if (Value.empty() || (What != "drop" && What != "dtype" && What != "without-model"))
    return createStringError("'" + Part +
                             "' is not a change; write drop=<operators>, dtype=<dtype> or "
                             "without-model=<file>, joined by '+'");
  if (What == "dtype")
    return keepDtype(Value);
  if (What == "without-model")
    return leaveOutModel(Value);
  Error Errors = Error::success();
  for (StringRef Name : llvm::split(Value, ','))
    if (!Name.empty())
      Errors = joinErrors(std::move(Errors), drop(Name.trim()));
  return Errors;
}

Error Change::read() {
  Error Errors = Error::success();
  SmallVector<StringRef> Parts;
  StringRef(Result.Text).split(Parts, '+');
  // Dtypes come last, because a dropped operator has no kernels to choose from.
  std::stable_partition(Parts.begin(), Parts.end(),
                        [](StringRef Part) { return !Part.starts_with("dtype="); });
  for (StringRef Part : Parts)
    Errors = joinErrors(std::move(Errors), readPart(Part));
  for (uint32_t I = 0; I < Graph.Items.size(); ++I)
    if (Going.count(Graph.Items[I].Record))
      Result.Kernels.push_back(I);
  return Errors;
}

} // namespace

Expected<std::vector<WhatIf>> whatIf(const Explanation &Image, const PrunePlan &Plan,
                                     ArrayRef<std::string> Changes) {
  std::vector<WhatIf> Results;
  Error Errors = Error::success();
  for (const std::string &Text : Changes) {
    WhatIf &Result = Results.emplace_back();
    Result.Text = Text;
    Errors = joinErrors(std::move(Errors), Change{Image.Graph, Plan, Result}.read());
    Result.Saved = sum(Image.Graph, retainedBy(Image.Graph, Result.Kernels));
  }
  if (Errors)
    return Errors;
  return Results;
}

} // namespace etprune
