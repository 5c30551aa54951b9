// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Prune/Budget.h"

#include "Image/Sizes.h"
#include "Support/Numbers.h"
#include "Support/Problems.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <map>

using namespace llvm;

namespace etprune {

Expected<std::vector<Budget>> parseBudgets(ArrayRef<std::string> Texts) {
  std::vector<Budget> Budgets;
  Problems Errors;
  for (StringRef Text : Texts) {
    auto [Region, Size] = Text.split('=');
    const unsigned Radix = Size.consume_front("0x") ? 16 : 10;
    StringRef Number = Size.take_while([](char C) { return isHexDigit(C); });
    unsigned Shift = StringSwitch<unsigned>(Size.drop_front(Number.size()))
                         .Case("", 0)
                         .Cases("K", "KiB", 10)
                         .Cases("M", "MiB", 20)
                         .Default(64);
    uint64_t Bytes;
    if (!Region.empty() && Shift < 64 && !Number.getAsInteger(Radix, Bytes) &&
        Bytes <= UINT64_MAX >> Shift)
      Budgets.push_back({Region.str(), Bytes << Shift});
    else
      Errors.add("'" + Text +
                 "' is no budget; write a memory region of the linker script and its bytes, as in "
                 "FLASH=65536, FLASH=64K or FLASH=1M");
  }
  return Errors.takeOr(std::move(Budgets));
}

namespace {

/// Kernels of one object, which share what is in it, and what they take together.
struct KernelGroup {
  std::vector<const PlannedKernel *> Kernels;
  uint64_t Bytes = 0;
};

/// A kernel's own section is little of what it brings: the object's other functions and tables
/// count, as far as the image has them.
std::vector<KernelGroup> kernelsBySize(const PrunePlan &Plan, const PrunedLink &Pruned) {
  const DenseMap<ObjectName, uint64_t> Sizes = objectSizes(Pruned.Origin->Map, Pruned.Summary);
  const StringMap<KernelCode> Code = kernelCode(Pruned.Origin->Map);
  std::map<ObjectName, KernelGroup> Objects;
  std::vector<KernelGroup> Groups;
  for (const PlannedKernel &Kernel : Plan.Kept) {
    auto InImage = Code.find(Kernel.Record->id());
    if (InImage == Code.end()) { // of a program that registers its kernels itself
      Groups.push_back({{&Kernel}, Kernel.Record->codeSize()});
      continue;
    }
    KernelGroup &Group = Objects[InImage->second.Object];
    Group.Kernels.push_back(&Kernel);
    Group.Bytes = Sizes.lookup(InImage->second.Object);
  }
  for (auto &[Name, Group] : Objects)
    Groups.push_back(std::move(Group));
  llvm::stable_sort(Groups, [](const auto &A, const auto &B) { return A.Bytes > B.Bytes; });
  return Groups;
}

/// A line each.
std::string largestKernels(const PrunePlan &Plan, const PrunedLink &Pruned) {
  constexpr size_t Shown = 5;
  std::string Lines;
  const std::vector<KernelGroup> Groups = kernelsBySize(Plan, Pruned);
  for (const KernelGroup &Group : ArrayRef(Groups).take_front(Shown)) {
    const PlannedKernel &First = *Group.Kernels.front();
    Lines += "\n>>>   " + std::to_string(Group.Bytes) + " bytes: " + First.Record->id();
    if (Group.Kernels.size() > 1)
      Lines += " and " + std::to_string(Group.Kernels.size() - 1) + " more";
    if (!First.Askers.empty())
      Lines += ", for " + First.Askers.begin()->Text;
  }
  return Lines.empty()
             ? ""
             : "\n>>> the largest of " + counted(Plan.Kept.size(), "kernel") + ":" + Lines;
}

} // namespace

Error checkBudgets(ArrayRef<Budget> Budgets, const PrunePlan &Plan, const PrunedLink &Pruned) {
  const std::vector<RegionUsage> Regions = usageOf(Pruned.Origin->Map.Regions, Pruned.Summary);
  std::string Names, TooFull;
  for (const RegionUsage &Region : Regions)
    Names += (Names.empty() ? "" : ", ") + Region.Name;
  auto AddTooFull = [&](const Twine &What) {
    TooFull += ((TooFull.empty() ? "" : "\n>>> ") + What).str();
  };
  Problems Errors;
  for (const Budget &B : Budgets) {
    auto Region = llvm::find_if(Regions, [&](const RegionUsage &R) { return R.Name == B.Region; });
    if (Region != Regions.end()) {
      if (Region->Used > B.Bytes)
        AddTooFull(Region->Name + " takes " + Twine(Region->Used) + " bytes of the " +
                   Twine(B.Bytes) + " that it may, " + Twine(Region->Used - B.Bytes) + " too many");
    } else if (B.Region == "kernels") {
      if (Plan.Kept.size() > B.Bytes)
        AddTooFull("kernels: " + Twine(Plan.Kept.size()) + " of the " + Twine(B.Bytes) +
                   " that there may be");
    } else
      Errors.add("the budget's memory region '" + B.Region +
                 "' is none of this link; it has: " + Names);
  }
  if (!TooFull.empty())
    Errors.add(make_error<StatusError>("over budget: " + TooFull + largestKernels(Plan, Pruned) +
                                           "\n>>> select fewer operators or dtypes, make room "
                                           "elsewhere, or raise the budget",
                                       OverBudget));
  return Errors.take();
}

} // namespace etprune
