// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The forms of a fleet's table: text, JSON, and a page without scripts. The page has a row for each
// model and a group of columns for each board. Cells over budget are red.

#include "Report/FleetTable.h"
#include "Report/ReportRow.h"
#include "Support/Numbers.h"

#include "llvm/ADT/StringExtras.h"

#include <map>
#include <set>

using namespace llvm;

namespace etprune {

namespace {

/// Longer names of models and boards are shortened in the text, so that its lines stay short.
constexpr size_t MostFleetName = 28;

std::string budgetText(const FleetImage &Image) {
  const ReportedLimit *Limit = Image.tightest();
  if (!Limit)
    return "";
  return Limit->isOver() ? "over: " + Limit->Name + " by " + grouped(Limit->Used - Limit->Most)
                         : formatv("{0} {1:f1}%", Limit->Name, Limit->percent()).str();
}

std::set<std::string> boardsOf(const FleetTable &Table) {
  std::set<std::string> Boards;
  for (const FleetImage &Image : Table)
    Boards.insert(Image.Board);
  return Boards;
}

constexpr StringLiteral FleetStyle = R"(
:root { color-scheme: light dark; }
body { font: 14px/1.45 system-ui, sans-serif; margin: 16px 24px; }
table { border-collapse: collapse; }
th, td { padding: 3px 10px; border-bottom: 1px solid light-dark(#d5dbe1, #343d47); text-align: left; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.board { border-left: 1px solid light-dark(#d5dbe1, #343d47); }
.over { color: light-dark(#b3261e, #ff8a80); font-weight: 600; }
)";

void printCells(const FleetImage *Image, raw_ostream &OS) {
  if (!Image) {
    OS << "<td class=\"board\"></td><td></td><td></td>";
    return;
  }
  const StringRef Class = Image->isOver() ? " over" : "";
  OS << "<td class=\"number board" << Class << "\">" << grouped(Image->flash())
     << "</td><td class=\"number" << Class << "\">" << grouped(Image->ram()) << "</td><td class=\""
     << Class.ltrim() << "\">" << escapedHtml(budgetText(*Image)) << "</td>";
}

} // namespace

std::string fleetSummary(const FleetTable &Table) {
  std::set<std::string> Models;
  for (const FleetImage &Image : Table)
    Models.insert(Image.Model);
  const size_t Over = llvm::count_if(Table, [](const FleetImage &Image) { return Image.isOver(); });
  return counted(Table.size(), "image") + " of " + counted(Models.size(), "model") + " on " +
         counted(boardsOf(Table).size(), "board") + ", " + grouped(Over) + " over budget";
}

void printFleet(const FleetTable &Table, raw_ostream &OS) {
  const bool HasBudgets =
      llvm::any_of(Table, [](const FleetImage &Image) { return !Image.Limits.empty(); });
  ReportRows Rows;
  for (const FleetImage &Image : Table) {
    ReportRow &Row = Rows.emplace_back();
    Row.cell("model", shortened(Image.Model, MostFleetName))
        .cell("board", shortened(Image.Board, MostFleetName))
        .number("flash", grouped(Image.flash()))
        .number("RAM", grouped(Image.ram()));
    if (HasBudgets)
      Row.cell("budget", budgetText(Image));
  }
  printTable(Rows, OS);
  OS << "\n  " << fleetSummary(Table) << "\n";
}

static json::Value toJSON(const ReportedLimit &Limit) {
  ReportRow Row;
  Row.textField("name", Limit.Name).field("used", Limit.Used);
  return Row.field("budget", Limit.Most);
}

void printFleetJson(const FleetTable &Table, raw_ostream &OS) {
  ReportRows Images;
  for (const FleetImage &Image : Table) {
    ReportRow &Row = Images.emplace_back();
    json::Object Sizes;
    for (const auto &[Name, Size] : Image.Sizes)
      Sizes[json::fixUTF8(Name)] = Size;
    Row.textField("model", Image.Model).textField("board", Image.Board);
    Row.textField("report", Image.Report).textsField("selection_sources", Image.Sources);
    Row.field("sizes", std::move(Sizes)).field("budgets", Image.Limits);
    Row.field("over_budget", Image.isOver());
  }
  printJson(json::Object{{"version", 1}, {"images", Images}}, OS);
}

std::string fleetPage(const FleetTable &Table) {
  std::map<std::string, std::map<std::string, const FleetImage *>> Models;
  for (const FleetImage &Image : Table)
    Models[Image.Model][Image.Board] = &Image;
  const std::set<std::string> Boards = boardsOf(Table);
  const std::string Summary = escapedHtml(fleetSummary(Table));
  std::string Html;
  raw_string_ostream OS(Html);
  OS << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" "
        "content=\"default-src 'none'; style-src 'unsafe-inline'\">\n<title>"
     << Summary << " - et-prune</title>\n<style>" << FleetStyle
     << "</style>\n</head>\n<body>\n<h1>Models and boards</h1>\n<p>" << Summary
     << ". Sizes are bytes.</p>\n<table>\n<thead>\n<tr><th rowspan=\"2\">model</th>";
  for (const std::string &Board : Boards)
    OS << "<th colspan=\"3\" class=\"board\">" << escapedHtml(Board) << "</th>";
  OS << "</tr>\n<tr>";
  for (size_t I = 0; I < Boards.size(); ++I)
    OS << "<th class=\"number board\">flash</th><th class=\"number\">RAM</th><th>budget</th>";
  OS << "</tr>\n</thead>\n<tbody>\n";
  for (const auto &[Model, Images] : Models) {
    OS << "<tr><th>" << escapedHtml(Model) << "</th>";
    for (const std::string &Board : Boards) {
      const auto Image = Images.find(Board);
      printCells(Image == Images.end() ? nullptr : Image->second, OS);
    }
    OS << "</tr>\n";
  }
  OS << "</tbody>\n</table>\n</body>\n</html>\n";
  return json::fixUTF8(Html);
}

} // namespace etprune
