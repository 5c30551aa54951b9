// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Report/DiffReports.h"

#include "Report/Report.h"
#include "Support/Counted.h"
#include "Support/Json.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

#include <map>

using namespace llvm;

namespace etprune {

namespace {

/// What is compared of a report. Sizes are those of the pruned image.
struct Sizes {
  std::vector<std::pair<std::string, uint64_t>> Totals, Regions, Sections;
  std::map<std::string, uint64_t> Kernels; ///< by name, with their code
};

class ReportReader {
public:
  ReportReader(NamedReport Report) : Report(Report) {}
  Expected<Sizes> read();

private:
  Error fail(const Twine &Why) const {
    return createStringError("'" + Report.Name + "' is no report of et-prune: " + Why +
                             "; make one with et-prune --report-json");
  }
  /// The named size pair's "after"; sets Bad where there is none.
  uint64_t after(const json::Object &Object, StringRef Name);
  Error readList(const json::Object &Root, StringRef Name, StringRef Size,
                 function_ref<void(const json::Object &, uint64_t)> Take);

  NamedReport Report;
  std::string Bad;
};

uint64_t ReportReader::after(const json::Object &Object, StringRef Name) {
  const json::Object *Pair = Object.getObject(Name);
  std::optional<int64_t> Size = Pair ? Pair->getInteger("after") : std::nullopt;
  if (!Size || *Size < 0)
    Bad = ("it has no size '" + Name + "'").str();
  return Size.value_or(0);
}

Error ReportReader::readList(const json::Object &Root, StringRef Name, StringRef Size,
                             function_ref<void(const json::Object &, uint64_t)> Take) {
  const json::Array *List = Root.getArray(Name);
  if (!List)
    return fail("it has no list '" + Name + "'");
  for (const json::Value &Value : *List) {
    const json::Object *Item = Value.getAsObject();
    if (!Item)
      return fail("an item of '" + Name + "' is no object");
    if (std::optional<int64_t> Number = Item->getInteger(Size))
      Take(*Item, std::max<int64_t>(0, *Number));
    else
      Take(*Item, after(*Item, Size));
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
  if (Root->getInteger("version") != ReportVersion)
    return fail("its version is not " + Twine(ReportVersion));

  Sizes Result;
  for (const char *Total : {"flash", "ram", "text", "data", "bss"})
    Result.Totals.push_back({Total, after(*Root, Total)});
  auto NameOf = [](const json::Object &Item, StringRef Field) {
    return Item.getString(Field).value_or("").str();
  };
  if (Root->getBoolean("regions_from_script").value_or(false))
    if (Error E = readList(*Root, "regions", "used", [&](const json::Object &Item, uint64_t Size) {
          Result.Regions.push_back({NameOf(Item, "name"), Size});
        }))
      return E;
  if (Error E = readList(*Root, "sections", "size", [&](const json::Object &Item, uint64_t Size) {
        if (Item.getBoolean("loaded").value_or(false))
          Result.Sections.push_back({NameOf(Item, "name"), Size});
      }))
    return E;
  if (Error E = readList(*Root, "kept", "code_size", [&](const json::Object &Item, uint64_t Size) {
        Result.Kernels[NameOf(Item, "op") + "-" + NameOf(Item, "variant") + "-" +
                       NameOf(Item, "library")] = Size;
      }))
    return E;
  if (!Bad.empty())
    return fail(Bad);
  return Result;
}

/// A name in a cell, less what would end it.
std::string code(StringRef Name) {
  std::string Text = "`";
  for (char C : Name)
    Text += C == '`' ? "'" : C == '|' ? "\\|" : isPrint(C) || (C & 0x80) ? std::string(1, C) : "?";
  return Text + "`";
}

/// "+1,024", "-8", "0", and the same in percent of what was.
std::string difference(SizeChange Size) {
  if (Size.delta() == 0)
    return "0 |";
  const bool Grows = Size.After > Size.Before;
  std::string Text =
      (Grows ? "+" + grouped(Size.After - Size.Before) : "-" + grouped(Size.Before - Size.After)) +
      " |";
  if (Size.Before != 0)
    raw_string_ostream(Text) << format(" %+.1f%%", 100.0 * static_cast<double>(Size.delta()) /
                                                       static_cast<double>(Size.Before));
  return Text;
}

using NamedSizes = std::vector<std::pair<std::string, uint64_t>>;

/// Rows in the order of the new report, then what only the old one has.
std::vector<std::pair<std::string, SizeChange>> compare(const NamedSizes &Before,
                                                        const NamedSizes &After) {
  std::vector<std::pair<std::string, SizeChange>> Rows;
  for (const auto &[Name, Size] : After)
    Rows.push_back({Name, {0, Size}});
  for (const auto &[Name, Size] : Before) {
    auto Row = llvm::find_if(Rows, [&, &Name = Name](const auto &R) { return R.first == Name; });
    if (Row == Rows.end())
      Row = Rows.insert(Rows.end(), {Name, {}});
    Row->second.Before = Size;
  }
  return Rows;
}

void printRows(const NamedSizes &Before, const NamedSizes &After, StringRef Kind, bool OnlyChanged,
               raw_ostream &OS) {
  for (const auto &[Name, Size] : compare(Before, After))
    if (!OnlyChanged || Size.delta() != 0)
      OS << "| " << Kind << code(Name) << " | " << grouped(Size.Before) << " | "
         << grouped(Size.After) << " | " << difference(Size) << " |\n";
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
  for (size_t I = 0; I < Old->Totals.size(); ++I) {
    const SizeChange Size = {Old->Totals[I].second, New->Totals[I].second};
    OS << "| **" << Old->Totals[I].first << "** | " << grouped(Size.Before) << " | "
       << grouped(Size.After) << " | " << difference(Size) << " |\n";
  }
  printRows(Old->Regions, New->Regions, "region ", false, OS);
  printRows(Old->Sections, New->Sections, "section ", true, OS);

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
