// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Report/DiffReports.h"

#include "Explain/Budget.h"
#include "Report/ReportRow.h"
#include "Support/Numbers.h"
#include "Support/Problems.h"

#include "llvm/ADT/MapVector.h"

using namespace llvm;

namespace etprune {

namespace {

using NamedSizes = std::vector<NamedSize>;

/// Pairs the sizes of the same name. The result has first the new report's entries, in the order of
/// the report, and then the old report's other entries.
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
    Diff.Notes.push_back("the toolchain changed: " + Toolchain);
  else if (Old.Linker != New.Linker)
    Diff.Notes.push_back("the linker was '" + Old.Linker + "' and is '" + New.Linker + "'");
  auto Selection = [](const ReadReport &Report) {
    return Report.Sources.empty() ? "none" : "'" + llvm::join(Report.Sources, " ") + "'";
  };
  if (Old.Sources != New.Sources)
    Diff.Notes.push_back("the reports name different selections: " + Selection(Old) + " before, " +
                         Selection(New) + " now");
}

} // namespace

Expected<ReportDiff> diffReports(NamedReport Before, NamedReport After) {
  auto Old = readReport(Before, /*WithAccount=*/true), New = readReport(After, true);
  if (!Old || !New)
    return joinErrors(Old.takeError(), New.takeError());
  ReportDiff Diff;
  Diff.Before = Before.Name;
  Diff.After = After.Name;
  // A pruning's report has sizes of its own and an account. A report of --explain has only an
  // account. To compare reports of both kinds, use the sizes in their accounts.
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
    Errors.add(make_error<StatusError>("the image grew too much: " + TooLarge +
                                           largestCauses(Diff) +
                                           "\n>>> make it smaller again, or raise the limit",
                                       OverBudget));
  return Errors.take();
}

namespace {

// Limits of the Markdown. CI posts it as a comment on GitHub, which has at most 65,536 characters.
constexpr size_t MostRows = 60; // of a table
constexpr size_t MostName = 120;
constexpr size_t MostCauses = 20;
constexpr size_t MostSymbols = 5;

/// Formats a name as inline code in a table's cell.
std::string code(StringRef Name) {
  std::string Text = "`";
  for (char C : shortened(Name, MostName))
    Text += C == '`'                   ? "'"
            : C == '\\'                ? "/"
            : C == '|'                 ? "\\|"
            : isPrint(C) || (C & 0x80) ? std::string(1, C)
                                       : "?";
  return Text + "`";
}

std::string signedText(int64_t Number) {
  return (Number == 0 ? "" : Number > 0 ? "+" : "-") + grouped(std::abs(Number));
}

std::string changeText(const BytesChange &Change) {
  std::string Text;
  if (Change.flash() != 0 || Change.ram() == 0)
    Text = signedText(Change.flash()) + " B";
  if (Change.ram() != 0)
    Text += (Text.empty() ? "" : ", ") + signedText(Change.ram()) + " B of RAM";
  return Text;
}

class MarkdownPrinter {
public:
  explicit MarkdownPrinter(const ReportDiff &Diff)
      : Diff(Diff), Causes(Diff.Causes ? ArrayRef(*Diff.Causes) : ArrayRef<DiffCause>()), OS(Text) {
  }
  std::string print();

private:
  void printRow(const Twine &Name, SizeChange Size) {
    OS << "| " << Name << " | " << grouped(Size.Before) << " | " << grouped(Size.After) << " | "
       << signedText(Size.delta());
    const std::string Percent = percentChange(Size);
    OS << " |" << (Percent.empty() ? "" : " ") << Percent << " |\n";
  }
  void printRows(StringRef Kind, ArrayRef<NamedChange> Changes) {
    for (const NamedChange &Change : Changes.take_front(MostRows))
      printRow(Kind + code(Change.Name), Change.Size);
    if (Changes.size() > MostRows)
      OS << "| " << Kind << "and " << grouped(Changes.size() - MostRows) << " more | | | | |\n";
  }
  void printCauses();
  void printSymbols();

  const ReportDiff &Diff;
  const ArrayRef<DiffCause> Causes;
  std::string Text;
  raw_string_ostream OS;
};

void MarkdownPrinter::printCauses() {
  for (const ExceededBudget &Budget : Diff.OverBudget)
    OS << "- **over budget**: "
       << code(Budget.text() + "; it took " + grouped(Budget.Before) + " before") << "\n";
  for (const DiffCause &Cause : Causes.take_front(MostCauses))
    OS << "- **" << changeText(Cause) << "**: " << code(Cause.text()) << "\n";
  if (Causes.size() > MostCauses) {
    BytesChange Others;
    for (const DiffCause &Cause : Causes.drop_front(MostCauses)) {
      Others.Before += Cause.Before;
      Others.After += Cause.After;
    }
    OS << "- **" << changeText(Others) << "**: " << Causes.size() - MostCauses << " more\n";
  }
  if (Diff.Causes && Causes.empty())
    OS << "- the content of the image did not change\n";
  if (Diff.Causes || !Diff.OverBudget.empty())
    OS << "\n";
}

void MarkdownPrinter::printSymbols() {
  size_t Rows = 0;
  for (const DiffCause &Cause : Causes)
    for (const ChangedItem &Item : ArrayRef(Cause.Items).take_front(MostSymbols)) {
      if (Cause.Items.size() == 1 || Rows == MostRows)
        break;
      if (Rows++ == 0)
        OS << "\n| cause | symbol | flash | RAM |\n|---|---|--:|--:|\n";
      OS << "| " << code(Cause.Name) << " | " << code(Item.Name) << " of " << code(Item.File)
         << " | " << signedText(Item.flash()) << " | " << signedText(Item.ram()) << " |\n";
    }
}

std::string MarkdownPrinter::print() {
  printCauses();
  OS << "| bytes | " << code(Diff.Before) << " | " << code(Diff.After) << " | change | |\n"
     << "|---|--:|--:|--:|--:|\n";
  for (const NamedChange &Total : Diff.Totals)
    printRow("**" + Total.Name + "**", Total.Size);
  printRows("region ", Diff.Regions);
  OS << "\n"
     << counted(Diff.NumKernels.After, "kernel") << ": " << Diff.Added.size() << " added, "
     << Diff.Removed.size() << " removed\n";
  const size_t Start = Text.size();
  OS << "\n<details><summary>Symbols, sections, kernels</summary>\n";
  const size_t Empty = Text.size();
  printSymbols();
  if (!Diff.Sections.empty())
    OS << "\n| section | before | after | change | |\n|---|--:|--:|--:|--:|\n";
  printRows("", Diff.Sections);
  if (!Diff.Added.empty() || !Diff.Removed.empty() || !Diff.Changed.empty())
    OS << "\n| kernel's own code | before | after | change | |\n|---|--:|--:|--:|--:|\n";
  printRows("added ", Diff.Added);
  printRows("removed ", Diff.Removed);
  printRows("", Diff.Changed);
  if (Text.size() == Empty)
    Text.resize(Start);
  else
    OS << "\n</details>\n";
  for (const std::string &Note : Diff.Notes)
    OS << "\n" << code(Note) << "\n";
  return Text;
}

ReportRow &addBytes(ReportRow &Row, const BytesChange &Change) {
  return Row.field("before", Change.Before).field("after", Change.After);
}

} // namespace

static json::Value toJSON(const NamedChange &Change) {
  return ReportRow().textField("name", Change.Name).field("size", Change.Size);
}

static json::Value toJSON(const ChangedItem &Item) {
  ReportRow Row;
  Row.textField("name", Item.Name).textField("file", Item.File);
  return addBytes(Row, Item);
}

static json::Value toJSON(const DiffCause &Cause) {
  ReportRow Row;
  Row.textField("kind", Cause.Kind).textField("name", Cause.Name).textField("why", Cause.Why);
  Row.textsField("asked_by", Cause.AskedBy).field("items", Cause.Items);
  return addBytes(Row, Cause);
}

static json::Value toJSON(const ExceededBudget &Budget) {
  ReportRow Row;
  Row.textField("name", Budget.Name).field("budget", Budget.Most);
  return Row.field("used", SizeChange{Budget.Before, Budget.Used});
}

std::string diffMarkdown(const ReportDiff &Diff) { return MarkdownPrinter(Diff).print(); }

void printDiffJson(const ReportDiff &Diff, raw_ostream &OS) {
  ReportRow Root;
  Root.field("version", 2).textField("before", Diff.Before).textField("after", Diff.After);
  Root.field("totals", Diff.Totals).field("regions", Diff.Regions);
  Root.field("sections", Diff.Sections).field("over_budget", Diff.OverBudget);
  Root.field("causes", Diff.Causes).field("added", Diff.Added).field("removed", Diff.Removed);
  Root.field("changed", Diff.Changed).textsField("notes", Diff.Notes);
  printJson(Root.Fields, OS);
}

} // namespace etprune
