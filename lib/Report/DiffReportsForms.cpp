// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The forms of a difference: Markdown and JSON.

#include "Report/DiffReports.h"
#include "Report/TextTable.h"
#include "Support/Numbers.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace etprune {

namespace {

/// The most rows of a table, because a Markdown comment may have only 65,536 characters.
constexpr size_t MostRows = 60;
constexpr size_t MostName = 120;
/// The most causes at the top, a line each, and the most symbols of each in the details.
constexpr size_t MostCauses = 20;
constexpr size_t MostSymbols = 5;

/// A name in a cell of code, without the characters that would end it.
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

ArrayRef<DiffCause> causesOf(const ReportDiff &Diff) {
  return Diff.Causes ? ArrayRef(*Diff.Causes) : ArrayRef<DiffCause>();
}

std::pair<int64_t, int64_t> sum(ArrayRef<DiffCause> Causes) {
  int64_t Flash = 0, Ram = 0;
  for (const DiffCause &Cause : Causes) {
    Flash += Cause.flash();
    Ram += Cause.ram();
  }
  return {Flash, Ram};
}

class MarkdownPrinter {
public:
  explicit MarkdownPrinter(const ReportDiff &Diff) : Diff(Diff), OS(Text) {}
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
  std::string Text;
  raw_string_ostream OS;
};

/// "+3,668 B, +64 B of RAM".
std::string changeText(int64_t Flash, int64_t Ram) {
  std::string Text = Flash != 0 || Ram == 0 ? signedText(Flash) + " B" : "";
  if (Ram != 0)
    Text += (Text.empty() ? "" : ", ") + signedText(Ram) + " B of RAM";
  return Text;
}

void MarkdownPrinter::printCauses() {
  for (const ExceededBudget &Budget : Diff.OverBudget)
    OS << "- **over budget**: " << code(Budget.text()) << "\n";
  const ArrayRef<DiffCause> Causes = causesOf(Diff);
  for (const DiffCause &Cause : Causes.take_front(MostCauses))
    OS << "- **" << changeText(Cause.flash(), Cause.ram()) << "**: " << code(Cause.text()) << "\n";
  if (Causes.size() > MostCauses) {
    const auto [Flash, Ram] = sum(Causes.drop_front(MostCauses));
    OS << "- **" << changeText(Flash, Ram) << "**: " << Causes.size() - MostCauses << " more\n";
  }
  if (Diff.Causes && Causes.empty())
    OS << "- nothing changed in what the image is made of\n";
  if (Diff.Causes || !Diff.OverBudget.empty())
    OS << "\n";
}

void MarkdownPrinter::printSymbols() {
  size_t Rows = 0;
  for (const DiffCause &Cause : causesOf(Diff))
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
     << counted(Diff.NumKernels, "kernel") << ": " << Diff.Added.size() << " added, "
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

json::Array changesJson(ArrayRef<NamedChange> Changes) {
  json::Array List;
  for (const NamedChange &Change : Changes) {
    ReportRow Row;
    List.push_back(
        std::move(Row.textField("name", Change.Name).sizeField("size", Change.Size).Fields));
  }
  return List;
}

} // namespace

std::string diffMarkdown(const ReportDiff &Diff) { return MarkdownPrinter(Diff).print(); }

std::string diffJson(const ReportDiff &Diff) {
  json::Array Causes, OverBudget;
  for (const DiffCause &Cause : causesOf(Diff)) {
    ReportRow Row;
    Row.textField("kind", Cause.Kind).textField("name", Cause.Name).textField("why", Cause.Why);
    Row.textsField("asked_by", Cause.AskedBy);
    Row.field("before", bytesJson(Cause.Before)).field("after", bytesJson(Cause.After));
    json::Array Items;
    for (const ChangedItem &Item : Cause.Items) {
      ReportRow Part;
      Part.textField("name", Item.Name).textField("file", Item.File);
      Part.field("before", bytesJson(Item.Before)).field("after", bytesJson(Item.After));
      Items.push_back(std::move(Part.Fields));
    }
    Causes.push_back(std::move(Row.field("items", std::move(Items)).Fields));
  }
  for (const ExceededBudget &Budget : Diff.OverBudget) {
    ReportRow Row;
    Row.textField("name", Budget.Name)
        .sizeField("used", {Budget.Before, Budget.Used})
        .field("budget", Budget.Most);
    OverBudget.push_back(std::move(Row.Fields));
  }
  ReportRow Root;
  Root.field("version", 2).textField("before", Diff.Before).textField("after", Diff.After);
  Root.field("totals", changesJson(Diff.Totals)).field("regions", changesJson(Diff.Regions));
  Root.field("sections", changesJson(Diff.Sections));
  Root.field("over_budget", std::move(OverBudget));
  Root.field("causes", Diff.Causes ? json::Value(std::move(Causes)) : nullptr);
  Root.field("added", changesJson(Diff.Added)).field("removed", changesJson(Diff.Removed));
  Root.field("changed", changesJson(Diff.Changed)).textsField("notes", Diff.Notes);
  std::string Text;
  raw_string_ostream OS(Text);
  printJson(json::Value(std::move(Root.Fields)), OS);
  return Text;
}

} // namespace etprune
