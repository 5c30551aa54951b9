// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Report/DiffReports.h"

#include "Explain/Budget.h"
#include "Report/ReportRow.h"
#include "Support/Numbers.h"
#include "Support/Problems.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace etprune {

namespace {

using NamedSizes = std::vector<NamedSize>;

/// Returns the changes in the new report's order, then the entries that only the old report has.
std::vector<NamedChange> changes(const NamedSizes &Before, const NamedSizes &After,
                                 bool OnlyChanged) {
  MapVector<StringRef, SizeChange> Sizes;
  for (const auto &[Name, Size] : After)
    Sizes[Name].After += Size;
  for (const auto &[Name, Size] : Before)
    Sizes[Name].Before += Size;
  std::vector<NamedChange> Changes;
  for (const auto &[Name, Size] : Sizes)
    if (!OnlyChanged || Size.delta() != 0)
      Changes.push_back({Name.str(), Size});
  return Changes;
}

void compareKernels(const ReportedSizes &Old, const ReportedSizes &New, ReportDiff &Diff) {
  NamedSizes Removed, Added, OldKernels, NewKernels;
  for (const auto &[Name, Size] : Old.Kernels)
    (New.Kernels.count(Name) ? OldKernels : Removed).push_back({Name, Size});
  for (const auto &[Name, Size] : New.Kernels)
    (Old.Kernels.count(Name) ? NewKernels : Added).push_back({Name, Size});
  Diff.NumKernels = {Old.Kernels.size(), New.Kernels.size()};
  Diff.Added = changes({}, Added, false);
  Diff.Removed = changes(Removed, {}, false);
  Diff.Changed = changes(OldKernels, NewKernels, true);
}

/// All numbers that a limit can name.
std::vector<NamedChange> limitable(const ReportDiff &Diff) {
  std::vector<NamedChange> All = Diff.Totals;
  llvm::append_range(All, Diff.Regions);
  All.push_back({"kernels", Diff.NumKernels});
  return All;
}

void addOverBudget(const ReadReport &New, ReportDiff &Diff) {
  const std::vector<NamedChange> All = limitable(Diff);
  for (const ReportedLimit &Limit : New.Limits)
    if (Limit.isOver()) {
      auto Change = llvm::find_if(All, [&](const auto &C) { return C.Name == Limit.Name; });
      Diff.OverBudget.push_back({Limit, Change == All.end() ? 0 : Change->Size.Before});
    }
}

void addNotes(const ReadReport &Old, const ReadReport &New, ReportDiff &Diff) {
  if (const std::string Toolchain = otherToolchain(Old, New); !Toolchain.empty())
    Diff.Notes.push_back("another toolchain: " + Toolchain);
  else if (Old.Linker != New.Linker)
    Diff.Notes.push_back("the linker was '" + Old.Linker + "' and is '" + New.Linker + "'");
  auto Selection = [](const ReadReport &Report) {
    return Report.Sources.empty() ? "nothing" : llvm::join(Report.Sources, ", ");
  };
  if (Old.Sources != New.Sources)
    Diff.Notes.push_back("selected by " + Selection(Old) + " before, by " + Selection(New) +
                         " now");
}

} // namespace

Expected<ReportDiff> diffReports(NamedReport Before, NamedReport After) {
  auto Old = readReport(Before, /*WithAccount=*/true), New = readReport(After, true);
  if (!Old || !New)
    return joinErrors(Old.takeError(), New.takeError());
  ReportDiff Diff;
  Diff.Before = Before.Name;
  Diff.After = After.Name;
  // The report of --explain has only the account of the image. It is compared with the account in
  // the report of a pruning.
  const bool HaveAccounts = Old->Account && New->Account;
  const bool OfAccounts = HaveAccounts && Old->IsExplanation != New->IsExplanation;
  const ReportedSizes &OldSizes = OfAccounts ? Old->Account->Sizes : Old->Sizes,
                      &NewSizes = OfAccounts ? New->Account->Sizes : New->Sizes;
  auto Regions = [](const ReportedSizes &S) { return S.HasRegions ? S.Memories : NamedSizes(); };
  Diff.Totals = changes(OldSizes.Totals, NewSizes.Totals, false);
  Diff.Regions = changes(Regions(OldSizes), Regions(NewSizes), false);
  Diff.Sections = changes(OldSizes.Sections, NewSizes.Sections, true);
  compareKernels(OldSizes, NewSizes, Diff);
  addOverBudget(*New, Diff);
  addNotes(*Old, *New, Diff);
  if (HaveAccounts)
    Diff.Causes = diffCauses(*Old, *New);
  return Diff;
}

Expected<std::vector<GrowthLimit>> parseGrowthLimits(ArrayRef<std::string> Texts) {
  std::vector<GrowthLimit> Limits;
  Problems Errors;
  for (StringRef Text : Texts) {
    const auto [What, Size] = Text.rsplit(':');
    GrowthLimit Limit{What.str(), Size.str()};
    StringRef Number = Size;
    Limit.IsPercent = Number.consume_back("%");
    const std::optional<uint64_t> Bytes = Limit.IsPercent ? std::nullopt : parseSize(Number);
    if (Bytes)
      Limit.Most = static_cast<double>(*Bytes);
    const bool IsGood =
        Limit.IsPercent ? !Number.getAsDouble(Limit.Most) && Limit.Most >= 0 : Bytes.has_value();
    if (IsGood && !What.empty())
      Limits.push_back(std::move(Limit));
    else
      Errors.add(
          "'" + Text +
          "' is not a limit of growth; write <flash, ram, a memory region or kernels>:<growth>, "
          "as in flash:1%, ram:512 or FLASH:4K");
  }
  return Errors.takeOr(std::move(Limits));
}

static std::string largestCauses(const ReportDiff &Diff) {
  constexpr size_t Most = 5;
  std::string Lines;
  size_t Shown = 0;
  for (const DiffCause &Cause : Diff.Causes.value_or(std::vector<DiffCause>()))
    if (Shown < Most && (Cause.flash() > 0 || (Cause.flash() == 0 && Cause.ram() > 0))) {
      ++Shown;
      const bool IsFlash = Cause.flash() > 0;
      Lines += "\n>>>   +" + grouped(IsFlash ? Cause.flash() : Cause.ram()) + " B of " +
               (IsFlash ? "flash" : "RAM") + ": " + shortened(Cause.text(), 2 * NameWidth);
    }
  return Lines;
}

Error checkGrowthLimits(ArrayRef<GrowthLimit> Limits, const ReportDiff &Diff) {
  Problems Errors;
  std::string TooLarge, Names;
  const std::vector<NamedChange> All = limitable(Diff);
  for (const NamedChange &Change : All)
    Names += (Names.empty() ? "" : ", ") + Change.Name;
  for (const GrowthLimit &Limit : Limits) {
    auto Change = llvm::find_if(All, [&](const auto &C) { return C.Name == Limit.What; });
    if (Change == All.end()) {
      Errors.add("--fail-if-grows: the reports have no '" + Limit.What + "'; they have: " + Names);
      continue;
    }
    const SizeChange &Size = Change->Size;
    const double Most = Limit.Most * (Limit.IsPercent ? static_cast<double>(Size.Before) / 100 : 1);
    if (Size.After > Size.Before && static_cast<double>(Size.delta()) > Most)
      TooLarge += (TooLarge.empty() ? "" : "\n>>> ") + Limit.What + " grew by " +
                  grouped(Size.delta()) + ", from " + grouped(Size.Before) + " to " +
                  grouped(Size.After) + "; the limit is " + Limit.Text;
  }
  if (!TooLarge.empty())
    Errors.add(make_error<StatusError>("grown too much: " + TooLarge + largestCauses(Diff) +
                                           "\n>>> make it smaller again, or raise the limit",
                                       OverBudget));
  return Errors.take();
}

} // namespace etprune
