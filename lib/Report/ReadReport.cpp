// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Report/ReadReport.h"

#include "Report/Report.h"
#include "Support/Json.h"
#include "Support/Numbers.h"

using namespace llvm;

namespace etprune {

namespace {

/// Version 2 has the fields of version 3 that are read here, except "budgets".
constexpr int64_t OldestVersion = 2;

std::string textOf(const json::Object &Object, StringRef Field) {
  return Object.getString(Field).value_or("").str();
}

/// Reads fields of the report, and keeps the first mistake.
class ReportReader {
public:
  explicit ReportReader(ReadReport &Result) : Result(Result) {}

  void read(bool OfAccount);
  const std::string &mistake() const { return Mistake; }

private:
  void readPruning(const json::Object &Root);
  void readAccount(const json::Object &Root);
  void readBudgets(const json::Object &Root, StringRef List);
  uint64_t size(const json::Object &Object, StringRef Field);
  std::vector<const json::Object *> list(const json::Object &Object, StringRef Field);
  void fail(const Twine &Why) {
    if (Mistake.empty())
      Mistake = Why.str();
  }

  ReadReport &Result;
  std::string Mistake;
};

/// Reads a number, or "after" of a pair of sizes.
uint64_t ReportReader::size(const json::Object &Object, StringRef Field) {
  const json::Object *Pair = Object.getObject(Field);
  const auto Size = Pair ? Pair->getInteger("after") : Object.getInteger(Field);
  if (!Size || *Size < 0)
    fail("it has no size '" + Field + "'");
  return std::max<int64_t>(0, Size.value_or(0));
}

std::vector<const json::Object *> ReportReader::list(const json::Object &Object, StringRef Field) {
  std::vector<const json::Object *> Items;
  if (const json::Array *List = Object.getArray(Field)) {
    for (const json::Value &Value : *List)
      if (const json::Object *Item = Value.getAsObject())
        Items.push_back(Item);
      else
        fail("an item of '" + Field + "' is no object");
  } else {
    fail("it has no list '" + Field + "'");
  }
  return Items;
}

void ReportReader::readBudgets(const json::Object &Root, StringRef List) {
  for (const json::Object *Row : list(Root, List))
    if (const auto Most = Row->getInteger("budget"))
      Result.Limits.push_back(
          {textOf(*Row, "name"), size(*Row, "used"), static_cast<uint64_t>(*Most)});
  if (const auto Most = Root.getInteger("kernel_budget"))
    Result.Limits.push_back({"kernels", Result.Kernels.size(), static_cast<uint64_t>(*Most)});
}

void ReportReader::readPruning(const json::Object &Root) {
  for (const auto &[Name, Size] : ReportTotals)
    Result.Totals.push_back({Name.str(), size(Root, Name)});
  for (const json::Object *Region : list(Root, "regions"))
    Result.Memories.push_back({textOf(*Region, "name"), size(*Region, "used")});
  Result.HasRegions = Root.getBoolean("regions_from_script").value_or(false);
  for (const json::Object *Section : list(Root, "sections"))
    if (Section->getBoolean("loaded").value_or(false))
      Result.Sections.push_back({textOf(*Section, "name"), size(*Section, "size")});
  for (const json::Object *Kernel : list(Root, "kept"))
    Result.Kernels[textOf(*Kernel, "op") + "-" + textOf(*Kernel, "variant") + "-" +
                   textOf(*Kernel, "library")] = size(*Kernel, "code_size");
}

void ReportReader::readAccount(const json::Object &Root) {
  const json::Object *Image = Root.getObject("image");
  const json::Object *Totals = Image ? Image->getObject("totals") : nullptr;
  if (!Totals)
    return fail("it has no account of an image");
  for (StringRef Name : {"flash", "ram"})
    Result.Totals.push_back({Name.str(), size(*Totals, Name)});
  for (const json::Object *Memory : list(*Image, "memories")) {
    const bool IsRegion = Memory->getInteger("length").has_value();
    if (IsRegion && !Result.HasRegions)
      Result.Memories.clear();
    Result.HasRegions |= IsRegion;
    if (IsRegion == Result.HasRegions)
      Result.Memories.push_back({textOf(*Memory, "name"), size(*Memory, "used")});
  }
  for (const json::Object *Section : list(*Image, "sections"))
    Result.Sections.push_back({textOf(*Section, "name"), size(*Section, "size")});
  for (const json::Object *Kernel : list(*Image, "kernels")) {
    const json::Object *Own = Kernel->getObject("own");
    Result.Kernels[textOf(*Kernel, "kernel")] = Own ? size(*Own, "flash") : 0;
  }
}

void ReportReader::read(bool OfAccount) {
  const json::Object *Root = Result.Root->getAsObject();
  if (!Root)
    return fail("it is no object");
  const int64_t Version = Root->getInteger("version").value_or(0);
  if (Version < OldestVersion || Version > ReportVersion)
    return fail("its version is not " + Twine(OldestVersion) + " to " + Twine(ReportVersion));
  OfAccount || Result.isExplanation() ? readAccount(*Root) : readPruning(*Root);
  // A pruning has its budgets in the regions, an explanation in a list.
  if (!Result.isExplanation())
    readBudgets(*Root, "regions");
  else if (Root->getArray("budgets")) // not in version 2
    readBudgets(*Root, "budgets");
  Result.Input = textOf(*Root, "input");
  if (const json::Object *Linker = Root->getObject("linker"))
    Result.Linker = textOf(*Linker, "version");
  if (const json::Array *Sources = Root->getArray("selection_sources"))
    for (const json::Value &Source : *Sources)
      Result.Sources.push_back(Source.getAsString().value_or("").str());
}

} // namespace

std::string ReportedLimit::text() const {
  return Name + " takes " + grouped(Used) + ": " + grouped(Used - Most) + " above its budget of " +
         grouped(Most);
}

Expected<ReadReport> readReport(NamedReport Report, bool OfAccount) {
  ReadReport Result;
  auto Fail = [&](const Twine &Why) {
    return createStringError("'" + Report.Name + "' is no report of et-prune: " + Why +
                             "; make one with et-prune --report-json");
  };
  if (Error E = parseJson(Report.Json).moveInto(Result.Root))
    return Fail(toString(std::move(E)));
  ReportReader Reader(Result);
  Reader.read(OfAccount);
  if (!Reader.mistake().empty())
    return Fail(Reader.mistake());
  return Result;
}

} // namespace etprune
