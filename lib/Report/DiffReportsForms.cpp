// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The forms of a difference: Markdown, text, JSON, CSV.

#include "Report/CsvReport.h"
#include "Report/DiffReports.h"
#include "Report/TextTable.h"
#include "Support/Numbers.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace etprune {

namespace {

/// Rows of one table: a comment of Markdown may have 65,536 characters.
constexpr size_t MostRows = 60;
constexpr size_t MostName = 120;
/// A name and a reason make a line of 100 columns.
constexpr size_t MostCauseText = 34;

/// A name in a cell, less what would end it.
std::string code(StringRef Name) {
  std::string Text = "`";
  for (char C : shortened(Name, MostName))
    Text += C == '`' ? "'" : C == '|' ? "\\|" : isPrint(C) || (C & 0x80) ? std::string(1, C) : "?";
  return Text + "`";
}

std::string signedText(int64_t Number) {
  return (Number == 0 ? "" : Number > 0 ? "+" : "-") + grouped(std::abs(Number));
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

  const ReportDiff &Diff;
  std::string Text;
  raw_string_ostream OS;
};

void MarkdownPrinter::printCauses() {
  if (!Diff.Causes || Diff.Causes->empty())
    return;
  OS << "\n| cause | flash | RAM | |\n|---|--:|--:|---|\n";
  MemoryBytes Before, After;
  for (size_t I = 0; I < Diff.Causes->size(); ++I) {
    const DiffCause &Cause = (*Diff.Causes)[I];
    if (I < MostRows) {
      OS << "| " << Cause.Kind << " " << code(Cause.Name) << " | " << signedText(Cause.flash())
         << " | " << signedText(Cause.ram()) << " | " << code(Cause.Why) << " |\n";
      continue;
    }
    Before += Cause.Before;
    After += Cause.After;
  }
  if (Diff.Causes->size() > MostRows)
    OS << "| and " << grouped(Diff.Causes->size() - MostRows) << " more | "
       << signedText(static_cast<int64_t>(After.Flash - Before.Flash)) << " | "
       << signedText(static_cast<int64_t>(After.Ram - Before.Ram)) << " | |\n";
}

std::string MarkdownPrinter::print() {
  OS << "| bytes | " << code(Diff.Before) << " | " << code(Diff.After) << " | change | |\n"
     << "|---|--:|--:|--:|--:|\n";
  for (const NamedChange &Total : Diff.Totals)
    printRow("**" + Total.Name + "**", Total.Size);
  printRows("region ", Diff.Regions);
  printRows("section ", Diff.Sections);
  printCauses();
  OS << "\n"
     << counted(Diff.NumKernels, "kernel") << ": " << Diff.Added.size() << " added, "
     << Diff.Removed.size() << " removed\n";
  if (!Diff.Added.empty() || !Diff.Removed.empty() || !Diff.Changed.empty())
    OS << "\n| kernel's own code | before | after | change | |\n|---|--:|--:|--:|--:|\n";
  printRows("added ", Diff.Added);
  printRows("removed ", Diff.Removed);
  printRows("", Diff.Changed);
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

std::string diffText(const ReportDiff &Diff) {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << Diff.Before << " -> " << Diff.After << "\n\n";
  auto Rows = [&](StringRef Heading, ArrayRef<NamedChange> Changes) {
    ReportRows Table;
    for (const NamedChange &Change : Changes)
      Table.emplace_back()
          .cell(Heading, shortened(Change.Name, NameWidth))
          .number("before", grouped(Change.Size.Before))
          .number("after", grouped(Change.Size.After))
          .number("change", signedText(Change.Size.delta()))
          .number("", percentChange(Change.Size));
    printTable(Table, OS);
    if (!Table.empty())
      OS << "\n";
  };
  Rows("bytes", Diff.Totals);
  Rows("memory region", Diff.Regions);
  Rows("section", Diff.Sections);
  ReportRows Causes;
  auto AddCause = [&](const Twine &Name, int64_t Flash, int64_t Ram, StringRef Why) {
    Causes.emplace_back()
        .cell("cause", Name)
        .number("flash", signedText(Flash))
        .number("RAM", signedText(Ram))
        .cell("", shortened(Why, MostCauseText));
  };
  const std::vector<DiffCause> All = Diff.Causes.value_or(std::vector<DiffCause>());
  int64_t Flash = 0, Ram = 0;
  for (size_t I = 0; I < All.size(); ++I) {
    if (I < MostRows) {
      AddCause(All[I].Kind + " " + shortened(All[I].Name, MostCauseText), All[I].flash(),
               All[I].ram(), All[I].Why);
      continue;
    }
    Flash += All[I].flash();
    Ram += All[I].ram();
  }
  if (All.size() > MostRows)
    AddCause("and " + Twine(All.size() - MostRows) + " more", Flash, Ram, "");
  printTable(Causes, OS);
  OS << (Causes.empty() ? "" : "\n") << "  " << counted(Diff.NumKernels, "kernel") << ": "
     << Diff.Added.size() << " added, " << Diff.Removed.size() << " removed\n";
  for (const std::string &Note : Diff.Notes)
    OS << "note: " << Note << "\n";
  return Text;
}

std::string diffJson(const ReportDiff &Diff) {
  auto Bytes = [](const MemoryBytes &Bytes) {
    return json::Object{{"flash", Bytes.Flash}, {"ram", Bytes.Ram}};
  };
  json::Value Causes = nullptr;
  if (Diff.Causes) {
    json::Array List;
    for (const DiffCause &Cause : *Diff.Causes) {
      ReportRow Row;
      Row.textField("kind", Cause.Kind).textField("name", Cause.Name).textField("why", Cause.Why);
      Row.field("before", Bytes(Cause.Before)).field("after", Bytes(Cause.After));
      List.push_back(std::move(Row.Fields));
    }
    Causes = std::move(List);
  }
  ReportRow Root;
  Root.field("version", 1).textField("before", Diff.Before).textField("after", Diff.After);
  Root.field("totals", changesJson(Diff.Totals)).field("regions", changesJson(Diff.Regions));
  Root.field("sections", changesJson(Diff.Sections)).field("causes", std::move(Causes));
  Root.field("added", changesJson(Diff.Added)).field("removed", changesJson(Diff.Removed));
  Root.field("changed", changesJson(Diff.Changed)).textsField("notes", Diff.Notes);
  std::string Text;
  raw_string_ostream OS(Text);
  printJson(json::Value(std::move(Root.Fields)), OS);
  return Text;
}

std::string diffCsv(const ReportDiff &Diff) {
  std::string Text = "what,name,before,after,change,why\r\n";
  auto Add = [&](StringRef What, StringRef Name, uint64_t Before, uint64_t After, StringRef Why) {
    Text += (csvField(What) + "," + csvField(Name) + "," + Twine(Before) + "," + Twine(After) +
             "," + Twine(static_cast<int64_t>(After - Before)) + "," + csvField(Why) + "\r\n")
                .str();
  };
  const std::pair<StringRef, const std::vector<NamedChange> *> Tables[] = {
      {"total", &Diff.Totals},       {"region", &Diff.Regions},         {"section", &Diff.Sections},
      {"kernel added", &Diff.Added}, {"kernel removed", &Diff.Removed}, {"kernel", &Diff.Changed}};
  for (const auto &[What, Changes] : Tables)
    for (const NamedChange &Change : *Changes)
      Add(What, Change.Name, Change.Size.Before, Change.Size.After, "");
  for (const DiffCause &Cause : Diff.Causes.value_or(std::vector<DiffCause>())) {
    Add("flash of " + Cause.Kind, Cause.Name, Cause.Before.Flash, Cause.After.Flash, Cause.Why);
    if (Cause.Before.Ram != Cause.After.Ram)
      Add("RAM of " + Cause.Kind, Cause.Name, Cause.Before.Ram, Cause.After.Ram, Cause.Why);
  }
  return Text;
}

} // namespace etprune
