// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Report/DiffReports.h"

#include "Explain/Budget.h"
#include "Report/TextTable.h"
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

void compareKernels(const ReadReport &Old, const ReadReport &New, ReportDiff &Diff) {
  NamedSizes Removed, Added, OldKernels, NewKernels;
  for (const auto &[Name, Size] : Old.Kernels)
    (New.Kernels.count(Name) ? OldKernels : Removed).push_back({Name, Size});
  for (const auto &[Name, Size] : New.Kernels)
    (Old.Kernels.count(Name) ? NewKernels : Added).push_back({Name, Size});
  Diff.NumKernels = New.Kernels.size();
  Diff.NumKernelsBefore = Old.Kernels.size();
  Diff.Added = changes({}, Added, false);
  Diff.Removed = changes(Removed, {}, false);
  Diff.Changed = changes(OldKernels, NewKernels, true);
}

/// All numbers that a limit can name.
std::vector<NamedChange> limitable(const ReportDiff &Diff) {
  std::vector<NamedChange> All = Diff.Totals;
  llvm::append_range(All, Diff.Regions);
  All.push_back({"kernels", {Diff.NumKernelsBefore, Diff.NumKernels}});
  return All;
}

/// The budgets that the new image exceeds, with the old image's sizes.
std::vector<ExceededBudget> overBudget(const ReadReport &New, const ReportDiff &Diff) {
  std::vector<ExceededBudget> Result;
  for (const ReportedLimit &Limit : New.Limits)
    if (Limit.isOver()) {
      Result.push_back({Limit, 0});
      for (const NamedChange &Change : limitable(Diff))
        if (Change.Name == Limit.Name)
          Result.back().Before = Change.Size.Before;
    }
  return Result;
}

void addNotes(const ReadReport &Old, const ReadReport &New, ReportDiff &Diff) {
  if (const std::string Toolchain = otherToolchain(Old.root(), New.root()); !Toolchain.empty())
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

std::string ExceededBudget::text() const {
  return ReportedLimit::text() + "; it took " + grouped(Before) + " before";
}

Expected<ReportDiff> diffReports(NamedReport Before, NamedReport After) {
  auto Old = readReport(Before), New = readReport(After);
  if (!Old || !New)
    return joinErrors(Old.takeError(), New.takeError());
  // The report of --explain has only the account of the image. It is compared with the account in
  // the report of a pruning.
  if (Old->isExplanation() && !New->isExplanation() && New->hasImage())
    New = readReport(After, /*OfAccount=*/true);
  if (New->isExplanation() && !Old->isExplanation() && Old->hasImage())
    Old = readReport(Before, /*OfAccount=*/true);
  if (!Old || !New)
    return joinErrors(Old.takeError(), New.takeError());
  ReportDiff Diff;
  Diff.Before = Before.Name;
  Diff.After = After.Name;
  Diff.Totals = changes(Old->Totals, New->Totals, false);
  auto Regions = [](const ReadReport &R) { return R.HasRegions ? R.Memories : NamedSizes(); };
  Diff.Regions = changes(Regions(*Old), Regions(*New), false);
  Diff.Sections = changes(Old->Sections, New->Sections, true);
  compareKernels(*Old, *New, Diff);
  Diff.OverBudget = overBudget(*New, Diff);
  addNotes(*Old, *New, Diff);
  if (Old->hasImage() && New->hasImage()) {
    if (Error E = diffCauses(Old->root(), New->root()).moveInto(Diff.Causes))
      return createStringError("cannot compare '" + Before.Name + "' and '" + After.Name +
                               "': " + toString(std::move(E)));
  }
  return Diff;
}

Expected<std::vector<GrowthLimit>> parseGrowthLimits(ArrayRef<std::string> Texts) {
  std::vector<GrowthLimit> Limits;
  Problems Errors;
  for (StringRef Text : Texts) {
    const auto [What, Size] = Text.rsplit(':');
    GrowthLimit Limit{What.str(), 0, std::nullopt};
    StringRef Number = Size;
    double Percent = 0;
    bool IsGood = !What.empty() && !Size.empty();
    if (Number.consume_back("%")) {
      IsGood &= !Number.getAsDouble(Percent) && Percent >= 0;
      Limit.Percent = Percent;
    } else if (const std::optional<uint64_t> Bytes = parseSize(Size)) {
      Limit.Bytes = *Bytes;
    } else {
      IsGood = false;
    }
    if (IsGood)
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
    const int64_t Growth = Change->Size.delta();
    const double Most = Limit.Percent
                            ? *Limit.Percent / 100 * static_cast<double>(Change->Size.Before)
                            : static_cast<double>(Limit.Bytes);
    if (Growth <= 0 || static_cast<double>(Growth) <= Most)
      continue;
    TooLarge += (TooLarge.empty() ? "" : "\n>>> ") + Limit.What + " grew by " + grouped(Growth) +
                ", from " + grouped(Change->Size.Before) + " to " + grouped(Change->Size.After) +
                "; the limit is " +
                (Limit.Percent ? formatv("{0}%", *Limit.Percent).str() : grouped(Limit.Bytes));
  }
  if (!TooLarge.empty())
    Errors.add(make_error<StatusError>("grown too much: " + TooLarge + largestCauses(Diff) +
                                           "\n>>> make it smaller again, or raise the limit",
                                       OverBudget));
  return Errors.take();
}

} // namespace etprune
