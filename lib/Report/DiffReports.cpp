// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of each report only what is compared is read, as rows of the table to come.

#include "Report/DiffReports.h"

#include "Report/ReportRow.h"
#include "Support/Json.h"
#include "Support/Numbers.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <map>

using namespace llvm;

namespace etprune {

namespace {

/// Version 2 has what is compared as version 3 has it.
constexpr int64_t OldestVersion = 2;

using NamedSizes = std::vector<std::pair<std::string, uint64_t>>;

/// What is compared of a report, by its name in the table. Sizes are those of the pruned image.
struct Sizes {
  NamedSizes Totals; ///< of regions, too
  NamedSizes Sections;
  std::map<std::string, uint64_t> Kernels; ///< their code
};

/// A name in a cell, less what would end it.
std::string code(StringRef Name) {
  std::string Text = "`";
  for (char C : Name)
    Text += C == '`' ? "'" : C == '|' ? "\\|" : isPrint(C) || (C & 0x80) ? std::string(1, C) : "?";
  return Text + "`";
}

class ReportReader {
public:
  ReportReader(NamedReport Report) : Report(Report) {}
  Expected<Sizes> read();

private:
  Error fail(const Twine &Why) const {
    return createStringError("'" + Report.Name + "' is no report of et-prune: " + Why +
                             "; make one with et-prune --report-json");
  }
  /// A number, or the named size pair's "after"; sets Bad where there is neither.
  uint64_t size(const json::Object &Object, StringRef Name);
  Error readList(const json::Object &Root, StringRef Name,
                 function_ref<void(const json::Object &)> Take);

  NamedReport Report;
  std::string Bad;
};

uint64_t ReportReader::size(const json::Object &Object, StringRef Name) {
  if (std::optional<int64_t> Number = Object.getInteger(Name))
    return std::max<int64_t>(0, *Number);
  const json::Object *Pair = Object.getObject(Name);
  std::optional<int64_t> Size = Pair ? Pair->getInteger("after") : std::nullopt;
  if (!Size || *Size < 0)
    Bad = ("it has no size '" + Name + "'").str();
  return Size.value_or(0);
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

Expected<Sizes> ReportReader::read() {
  auto Parsed = parseJson(Report.Json);
  if (!Parsed)
    return fail(toString(Parsed.takeError()));
  const json::Object *Root = Parsed->getAsObject();
  if (!Root)
    return fail("it is no object");
  const int64_t Version = Root->getInteger("version").value_or(0);
  if (Version < OldestVersion || Version > ReportVersion)
    return fail("its version is not " + Twine(OldestVersion) + " or " + Twine(ReportVersion));

  Sizes Result;
  for (const auto &Total : ReportTotals)
    Result.Totals.push_back({("**" + Total.first + "**").str(), size(*Root, Total.first)});
  auto Text = [](const json::Object &Item, StringRef Field) {
    return Item.getString(Field).value_or("").str();
  };
  if (Root->getBoolean("regions_from_script").value_or(false))
    if (Error E = readList(*Root, "regions", [&](const json::Object &Region) {
          Result.Totals.push_back({"region " + code(Text(Region, "name")), size(Region, "used")});
        }))
      return E;
  if (Error E = readList(*Root, "sections", [&](const json::Object &Section) {
        const uint64_t Size = size(Section, "size");
        if (Section.getBoolean("loaded").value_or(false))
          Result.Sections.push_back({"section " + code(Text(Section, "name")), Size});
      }))
    return E;
  if (Error E = readList(*Root, "kept", [&](const json::Object &Kernel) {
        Result.Kernels[code(Text(Kernel, "op") + "-" + Text(Kernel, "variant") + "-" +
                            Text(Kernel, "library"))] = size(Kernel, "code_size");
      }))
    return E;
  if (!Bad.empty())
    return fail(Bad);
  return Result;
}

/// Rows in the order of the new report, then what only the old one has.
void printRows(const NamedSizes &Before, const NamedSizes &After, StringRef Kind, bool OnlyChanged,
               raw_ostream &OS) {
  MapVector<StringRef, SizeChange> Rows;
  for (const auto &[Name, Size] : After)
    Rows[Name].After = Size;
  for (const auto &[Name, Size] : Before)
    Rows[Name].Before = Size;
  for (const auto &[Name, Size] : Rows) {
    if (OnlyChanged && Size.delta() == 0)
      continue;
    const bool Grows = Size.After > Size.Before;
    OS << "| " << Kind << Name << " | " << grouped(Size.Before) << " | " << grouped(Size.After)
       << " | "
       << (Size.delta() == 0 ? ""
           : Grows           ? "+"
                             : "-")
       << grouped(AbsoluteDifference(Size.Before, Size.After)) << " |";
    const std::string Percent = percentChange(Size);
    OS << (Percent.empty() ? "" : " ") << Percent << " |\n";
  }
}

} // namespace

Expected<std::string> diffReports(NamedReport Before, NamedReport After) {
  auto Old = ReportReader(Before).read(), New = ReportReader(After).read();
  if (!Old || !New)
    return joinErrors(Old.takeError(), New.takeError());

  std::string Text;
  raw_string_ostream OS(Text);
  OS << "| bytes | " << code(Before.Name) << " | " << code(After.Name) << " | change | |\n"
     << "|---|--:|--:|--:|--:|\n";
  printRows(Old->Totals, New->Totals, "", false, OS);
  printRows(Old->Sections, New->Sections, "", true, OS);

  NamedSizes Removed, Added, OldKernels, NewKernels;
  for (const auto &Kernel : Old->Kernels)
    (New->Kernels.count(Kernel.first) ? OldKernels : Removed).push_back(Kernel);
  for (const auto &Kernel : New->Kernels)
    (Old->Kernels.count(Kernel.first) ? NewKernels : Added).push_back(Kernel);
  OS << "\n"
     << counted(New->Kernels.size(), "kernel") << ": " << Added.size() << " added, "
     << Removed.size() << " removed\n";
  std::string Kernels;
  raw_string_ostream Rows(Kernels);
  printRows({}, Added, "added ", false, Rows);
  printRows(Removed, {}, "removed ", false, Rows);
  printRows(OldKernels, NewKernels, "", true, Rows);
  if (!Kernels.empty())
    OS << "\n| kernel's own code | before | after | change | |\n|---|--:|--:|--:|--:|\n" << Kernels;
  return Text;
}

} // namespace etprune
