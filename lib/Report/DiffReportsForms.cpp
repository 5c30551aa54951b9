// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The forms of a difference: Markdown and JSON.

#include "Report/DiffReports.h"
#include "Report/ReportRow.h"
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

/// "+3,668 B, +64 B of RAM".
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
    OS << "- nothing changed in what the image is made of\n";
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

/// The row with the bytes of a change.
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
