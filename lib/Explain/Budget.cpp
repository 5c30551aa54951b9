// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Explain/Budget.h"

#include "Explain/LargestOperators.h"
#include "Image/Sizes.h"
#include "Support/Numbers.h"
#include "Support/Problems.h"

using namespace llvm;

namespace etprune {

Expected<std::vector<Budget>> parseBudgets(ArrayRef<std::string> Texts) {
  std::vector<Budget> Budgets;
  Problems Errors;
  for (StringRef Text : Texts) {
    auto [Region, Size] = Text.split('=');
    const std::optional<uint64_t> Bytes = parseSize(Size);
    if (!Region.empty() && Bytes)
      Budgets.push_back({Region.str(), *Bytes});
    else
      Errors.add("'" + Text +
                 "' is no budget; write a memory region of the linker script and its bytes, as in "
                 "FLASH=65536, FLASH=64K or FLASH=1M");
  }
  return Errors.takeOr(std::move(Budgets));
}

/// What takes the room; empty where the account cannot be made.
static std::string largest(const CapturedLink &Link, const PrunePlan &Plan,
                           const PrunedLink &Pruned) {
  auto Image = explainAlone(Link, Plan, *Pruned.Origin);
  if (Image)
    return largestOperators(**Image, Plan);
  consumeError(Image.takeError());
  return "";
}

Error checkBudgets(ArrayRef<Budget> Budgets, const CapturedLink &Link, const PrunePlan &Plan,
                   const PrunedLink &Pruned) {
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
    Errors.add(make_error<StatusError>("over budget: " + TooFull + largest(Link, Plan, Pruned) +
                                           "\n>>> select fewer operators or dtypes, make room "
                                           "elsewhere, or raise the budget",
                                       OverBudget));
  return Errors.take();
}

} // namespace etprune
