// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of each report only what is compared is read, as rows of the tables to come.

#include "Report/DiffReports.h"

#include "Explain/Budget.h"
#include "Report/TextTable.h"
#include "Support/Json.h"
#include "Support/Numbers.h"
#include "Support/Problems.h"

#include "llvm/ADT/MapVector.h"

#include <map>

using namespace llvm;

namespace etprune {

namespace {

/// Version 2 has what is compared as version 3 has it.
constexpr int64_t OldestVersion = 2;

using NamedSizes = std::vector<std::pair<std::string, uint64_t>>;

/// What is compared of a report. Sizes are those of the image that it is about.
struct ReadReport {
  std::optional<json::Value> Root;
  NamedSizes Totals, Regions, Sections;
  std::vector<ExceededBudget> OverBudget;
  std::map<std::string, uint64_t> Kernels; ///< their own code
  std::string Linker, Selection;

  const json::Object &root() const { return *Root->getAsObject(); }
  bool isExplanation() const { return root().getString("kind") == "explanation"; }
  bool hasImage() const { return root().getObject("image") != nullptr; }
};

class ReportReader {
public:
  ReportReader(NamedReport Report) : Report(Report) {}
  /// Of a pruning's report what it says itself, or what the account of its image does.
  Expected<ReadReport> read(bool OfAccount = false);

private:
  Error fail(const Twine &Why) const {
    return createStringError("'" + Report.Name + "' is no report of et-prune: " + Why +
                             "; make one with et-prune --report-json");
  }
  /// A number, or the named size pair's "after"; sets Bad where there is neither.
  uint64_t size(const json::Object &Object, StringRef Name);
  Error readList(const json::Object &Root, StringRef Name,
                 function_ref<void(const json::Object &)> Take);
  Error readPruning(const json::Object &Root);
  Error readAccount(const json::Object &Root);
  void readBudgets(const json::Object &Root);

  NamedReport Report;
  ReadReport Result;
  std::string Bad;
};

uint64_t ReportReader::size(const json::Object &Object, StringRef Name) {
  const json::Object *Pair = Object.getObject(Name);
  const auto Size = Pair ? Pair->getInteger("after") : Object.getInteger(Name);
  if (!Size || (Pair && *Size < 0))
    Bad = ("it has no size '" + Name + "'").str();
  return std::max<int64_t>(0, Size.value_or(0));
}

Error ReportReader::readList(const json::Object &Root, StringRef Name,
                             function_ref<void(const json::Object &)> Take) {
  const json::Array *List = Root.getArray(Name);
  if (!List)
    return fail("it has no list '" + Name + "'");
  for (const json::Value &Value : *List) {
    const json::Object *Item = Value.getAsObject();
    if (!Item)
      return fail("an item of '" + Name + "' is no object");
    Take(*Item);
  }
  return Error::success();
}

std::string textOf(const json::Object &Item, StringRef Field) {
  return Item.getString(Field).value_or("").str();
}

Error ReportReader::readPruning(const json::Object &Root) {
  for (const auto &Total : ReportTotals)
    Result.Totals.push_back({Total.first.str(), size(Root, Total.first)});
  if (Root.getBoolean("regions_from_script").value_or(false))
    if (Error E = readList(Root, "regions", [&](const json::Object &Region) {
          Result.Regions.push_back({textOf(Region, "name"), size(Region, "used")});
        }))
      return E;
  if (Error E = readList(Root, "sections", [&](const json::Object &Section) {
        const uint64_t Size = size(Section, "size");
        if (Section.getBoolean("loaded").value_or(false))
          Result.Sections.push_back({textOf(Section, "name"), Size});
      }))
    return E;
  return readList(Root, "kept", [&](const json::Object &Kernel) {
    Result.Kernels[textOf(Kernel, "op") + "-" + textOf(Kernel, "variant") + "-" +
                   textOf(Kernel, "library")] = size(Kernel, "code_size");
  });
}

Error ReportReader::readAccount(const json::Object &Root) {
  const json::Object *Image = Root.getObject("image");
  const json::Object *Totals = Image ? Image->getObject("totals") : nullptr;
  if (!Totals)
    return fail("it has no account of an image");
  for (StringRef Name : {"flash", "ram"})
    Result.Totals.push_back({Name.str(), size(*Totals, Name)});
  if (Error E = readList(*Image, "memories", [&](const json::Object &Memory) {
        if (Memory.get("length") && Memory.getInteger("length"))
          Result.Regions.push_back({textOf(Memory, "name"), size(Memory, "used")});
      }))
    return E;
  if (Error E = readList(*Image, "sections", [&](const json::Object &Section) {
        Result.Sections.push_back({textOf(Section, "name"), size(Section, "size")});
      }))
    return E;
  return readList(*Image, "kernels", [&](const json::Object &Kernel) {
    const json::Object *Own = Kernel.getObject("own");
    Result.Kernels[textOf(Kernel, "kernel")] = Own ? size(*Own, "flash") : 0;
  });
}

/// A pruning has its budgets beside the regions, an explanation in a list.
void ReportReader::readBudgets(const json::Object &Root) {
  auto Add = [&](const std::string &Name, uint64_t Used, std::optional<int64_t> Budget) {
    if (Budget && *Budget >= 0 && Used > static_cast<uint64_t>(*Budget))
      Result.OverBudget.push_back({{Name, {0, Used}}, static_cast<uint64_t>(*Budget)});
  };
  for (StringRef List : {"regions", "budgets"})
    if (const json::Array *Rows = Root.getArray(List))
      for (const json::Value &Value : *Rows)
        if (const json::Object *Row = Value.getAsObject())
          Add(textOf(*Row, "name"), size(*Row, "used"), Row->getInteger("budget"));
  Add("kernels", Result.Kernels.size(), Root.getInteger("kernel_budget"));
}

Expected<ReadReport> ReportReader::read(bool OfAccount) {
  auto Parsed = parseJson(Report.Json);
  if (!Parsed)
    return fail(toString(Parsed.takeError()));
  Result.Root = std::move(*Parsed);
  const json::Object *Root = Result.Root->getAsObject();
  if (!Root)
    return fail("it is no object");
  const int64_t Version = Root->getInteger("version").value_or(0);
  if (Version < OldestVersion || Version > ReportVersion)
    return fail("its version is not " + Twine(OldestVersion) + " or " + Twine(ReportVersion));
  if (Error E = OfAccount || Result.isExplanation() ? readAccount(*Root) : readPruning(*Root))
    return E;
  readBudgets(*Root);
  if (!Bad.empty())
    return fail(Bad);
  if (const json::Object *Linker = Root->getObject("linker"))
    Result.Linker = textOf(*Linker, "version");
  if (const json::Array *Sources = Root->getArray("selection_sources"))
    for (const json::Value &Source : *Sources)
      Result.Selection +=
          (Result.Selection.empty() ? "" : ", ") + Source.getAsString().value_or("").str();
  return std::move(Result);
}

/// In the order of the new report, then what only the old one has.
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
  for (const auto &Kernel : Old.Kernels)
    (New.Kernels.count(Kernel.first) ? OldKernels : Removed).push_back(Kernel);
  for (const auto &Kernel : New.Kernels)
    (Old.Kernels.count(Kernel.first) ? NewKernels : Added).push_back(Kernel);
  Diff.NumKernels = New.Kernels.size();
  Diff.NumKernelsBefore = Old.Kernels.size();
  Diff.Added = changes({}, Added, false);
  Diff.Removed = changes(Removed, {}, false);
  Diff.Changed = changes(OldKernels, NewKernels, true);
}

/// With what the image before took of each.
std::vector<ExceededBudget> overBudget(const ReadReport &New, const ReportDiff &Diff) {
  std::vector<NamedChange> All = Diff.Regions;
  llvm::append_range(All, Diff.Totals);
  All.push_back({"kernels", {Diff.NumKernelsBefore, Diff.NumKernels}});
  std::vector<ExceededBudget> Result = New.OverBudget;
  for (ExceededBudget &Budget : Result)
    if (auto It = llvm::find_if(All, [&](const auto &C) { return C.Name == Budget.Name; });
        It != All.end())
      Budget.Size.Before = It->Size.Before;
  return Result;
}

void addNotes(const ReadReport &Old, const ReadReport &New, ReportDiff &Diff) {
  if (const std::string Toolchain = otherToolchain(Old.root(), New.root()); !Toolchain.empty())
    Diff.Notes.push_back("another toolchain: " + Toolchain);
  else if (Old.Linker != New.Linker)
    Diff.Notes.push_back("the linker was '" + Old.Linker + "' and is '" + New.Linker + "'");
  if (Old.Selection != New.Selection)
    Diff.Notes.push_back("selected by " + (Old.Selection.empty() ? "nothing" : Old.Selection) +
                         " before, by " + (New.Selection.empty() ? "nothing" : New.Selection) +
                         " now");
}

} // namespace

std::string ExceededBudget::text() const {
  return Name + " takes " + grouped(Size.After) + " of the " + grouped(Most) + " that it may, " +
         grouped(Size.After - Most) + " too many; it took " + grouped(Size.Before) + " before";
}

Expected<ReportDiff> diffReports(NamedReport Before, NamedReport After) {
  auto Old = ReportReader(Before).read(), New = ReportReader(After).read();
  if (!Old || !New)
    return joinErrors(Old.takeError(), New.takeError());
  // An explanation has an account and nothing else, and so it is compared with another account.
  if (Old->isExplanation() && !New->isExplanation() && New->hasImage())
    New = ReportReader(After).read(/*OfAccount=*/true);
  if (New->isExplanation() && !Old->isExplanation() && Old->hasImage())
    Old = ReportReader(Before).read(/*OfAccount=*/true);
  if (!Old || !New)
    return joinErrors(Old.takeError(), New.takeError());
  ReportDiff Diff;
  Diff.Before = Before.Name;
  Diff.After = After.Name;
  Diff.Totals = changes(Old->Totals, New->Totals, false);
  Diff.Regions = changes(Old->Regions, New->Regions, false);
  Diff.Sections = changes(Old->Sections, New->Sections, true);
  compareKernels(*Old, *New, Diff);
  Diff.OverBudget = overBudget(*New, Diff);
  addNotes(*Old, *New, Diff);
  if (Old->hasImage() && New->hasImage()) {
    auto Causes = diffCauses(Old->root(), New->root());
    if (!Causes)
      return createStringError("cannot compare '" + Before.Name + "' and '" + After.Name +
                               "': " + toString(Causes.takeError()));
    Diff.Causes = std::move(*Causes);
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
          "' is no limit of growth; write flash, ram, a memory region or kernels, a colon and "
          "how much more there may be, as in flash:1%, ram:512 or FLASH:4K");
  }
  return Errors.takeOr(std::move(Limits));
}

/// The causes that grew most, a line each.
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
  std::vector<NamedChange> All = Diff.Totals;
  llvm::append_range(All, Diff.Regions);
  All.push_back({"kernels", {Diff.NumKernelsBefore, Diff.NumKernels}});
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
                ", and may by " +
                (Limit.Percent ? formatv("{0}%", *Limit.Percent).str() : grouped(Limit.Bytes));
  }
  if (!TooLarge.empty())
    Errors.add(make_error<StatusError>("grown too much: " + TooLarge + largestCauses(Diff) +
                                           "\n>>> make it smaller again, or raise the limit",
                                       OverBudget));
  return Errors.take();
}

} // namespace etprune
