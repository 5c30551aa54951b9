// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Explain/Budget.h"

#include "Explain/ImageAccount.h"
#include "Image/Sizes.h"
#include "Prune/PruneLink.h"
#include "Selection/Selection.h"
#include "Support/Numbers.h"
#include "Support/Problems.h"
#include "Support/Try.h"

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
      Errors.add(
          "'" + Text +
          "' is not a budget; write a memory region of the linker script and its bytes, as in "
          "FLASH=65536, FLASH=64K or FLASH=1M");
  }
  return Errors.takeOr(std::move(Budgets));
}

Expected<std::vector<BudgetUse>> useOfBudgets(ArrayRef<Budget> Budgets,
                                              const LinkedProgram &Program) {
  if (Budgets.empty())
    return std::vector<BudgetUse>();
  const std::vector<RegionUsage> Regions = usageOf(Program.Map.Regions, Program.Image.summary());
  const std::string Names = join(
      llvm::map_range(Regions, [](const RegionUsage &R) -> StringRef { return R.Name; }), ", ");
  std::vector<BudgetUse> Uses;
  Problems Errors;
  for (const Budget &B : Budgets) {
    auto Region = llvm::find_if(Regions, [&](const RegionUsage &R) { return R.Name == B.Region; });
    if (Region != Regions.end())
      Uses.push_back({B, Region->Used});
    else if (B.Region == "kernels")
      Uses.push_back({B, Program.Plan.Kept.size()});
    else
      Errors.add("the budget names the memory region '" + B.Region +
                 "', which this link lacks; the link has: " + Names);
  }
  return Errors.takeOr(std::move(Uses));
}

std::string largestOperators(const LinkedProgram &Program) {
  constexpr size_t Shown = 5;
  const auto Image = expectedToStdOptional(explainAlone(Program));
  if (!Image || (*Image)->Account.Operators.empty())
    return "";
  const ImageAccount &Account = (*Image)->Account;
  std::string Lines = "\n>>> the program without kernels takes " +
                      bytesText(Account.KeptBy[static_cast<unsigned>(KeptBy::Program)]) +
                      "; the largest operators (" + grouped(Account.Operators.size()) + " in all):";
  for (const AccountRow &Row : ArrayRef(Account.Operators).take_front(Shown)) {
    Lines += "\n>>>   " + bytesText(Row.Retained) + ": " + Row.Name;
    if (Row.Kernels > 1)
      Lines += ", " + counted(Row.Kernels, "kernel");
    const PrunePlan &Plan = Program.Plan;
    const auto Kernel =
        llvm::find_if(Plan.Kept, [&](const PlannedKernel &K) { return K.Record->Op == Row.Name; });
    if (Kernel != Plan.Kept.end() && !Kernel->Askers.empty() && !Plan.Everything)
      Lines += ", for " + Kernel->Askers.begin()->Text;
  }
  return Lines;
}

std::string describeOverflow(const CapturedLink &Link, const PrunePlan &Plan) {
  if (llvm::any_of(Link.Objects, [](const auto *O) { return O->UsesIntermediateCode; }))
    return "";
  PruneOptions Options;
  Options.AllowOverflow = Options.AddGcSections = true;
  const auto Linked = expectedToStdOptional(pruneLink(Link, Plan, Options));
  return Linked && Linked->Link.Image ? largestOperators(*Linked->Program) : "";
}

Error checkBudgets(ArrayRef<Budget> Budgets, const LinkedProgram &Program) {
  ASSIGN_OR_RETURN(auto Uses, useOfBudgets(Budgets, Program));
  std::string TooFull;
  for (const BudgetUse &Use : Uses) {
    if (Use.Used <= Use.Bytes)
      continue;
    TooFull += TooFull.empty() ? "" : "\n>>> ";
    if (Use.Region == "kernels")
      TooFull += formatv("{0} kernels, above the budget of {1}", Use.Used, Use.Bytes);
    else
      TooFull += formatv("{0} takes {1} bytes, {2} above its budget of {3}", Use.Region, Use.Used,
                         Use.Used - Use.Bytes, Use.Bytes);
  }
  if (TooFull.empty())
    return Error::success();
  return make_error<StatusError>("over budget: " + TooFull + largestOperators(Program) +
                                     "\n>>> select fewer operators or dtypes, make room "
                                     "elsewhere, or raise the budget",
                                 OverBudget);
}

} // namespace etprune
