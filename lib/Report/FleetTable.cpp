// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints the fleet table as text, as JSON or as an HTML page without scripts. On the page, a model
// has a row and a board has columns for flash, RAM and budget. Cells of images over budget are red.

#include "Report/FleetTable.h"

#include "Report/ReportRow.h"
#include "Support/Numbers.h"
#include "Support/Problems.h"
#include "Support/Try.h"

#include "llvm/Support/Path.h"

using namespace llvm;

namespace etprune {

namespace {

std::string withoutExtension(StringRef Path) {
  return Path.drop_back(sys::path::extension(Path).size()).str();
}

size_t commonLength(ArrayRef<std::vector<StringRef>> Lists) {
  size_t Length = 0;
  while (llvm::all_of(Lists, [&](const std::vector<StringRef> &List) {
    return Length < List.size() && Length < Lists[0].size() && List[Length] == Lists[0][Length];
  }))
    ++Length;
  return Length;
}

/// Names each path by its last component if all last components differ. Otherwise, the name is the
/// path without the first and last components that all paths share.
std::map<std::string, std::string> shortNames(const std::set<std::string> &Paths) {
  std::map<std::string, std::string> Names;
  std::set<std::string> Files;
  for (const std::string &Path : Paths)
    Files.insert(Names[Path] = sys::path::filename(Path).str());
  if (Files.size() == Paths.size())
    return Names;
  std::vector<std::vector<StringRef>> Parts;
  for (const std::string &Path : Paths)
    Parts.emplace_back(sys::path::begin(Path), sys::path::end(Path));
  // Remove the shared first components, then, in reversed lists, the shared last components.
  for (int Side = 0; Side < 2; ++Side) {
    const size_t Common = commonLength(Parts);
    for (std::vector<StringRef> &List : Parts) {
      List.erase(List.begin(), List.begin() + Common);
      std::reverse(List.begin(), List.end());
    }
  }
  for (const auto &[Path, List] : llvm::zip_equal(Paths, Parts))
    Names[Path] = llvm::join(List, "/");
  return Names;
}

/// Returns the value of an option that selects kernels, and true if the value is a file's name. In
/// reports, such an option is "--model kws.pte" (of et-prune) or "--et-model=kws.pte" (of et-ld).
std::pair<StringRef, bool> valueOf(StringRef Selector) {
  const size_t End = Selector.find_first_of(" =");
  return {Selector.substr(End).drop_front(End != StringRef::npos),
          is_contained({"--model", "--ops", "--ops-schema", "--et-model", "--et-select"},
                       Selector.take_front(End))};
}

/// Returns the report's folder or, if all reports are in one folder, the path of the image.
std::string boardPath(const FleetImage &Image, bool HasFolders) {
  if (!HasFolders)
    return withoutExtension(Image.Input);
  const StringRef Folder = sys::path::parent_path(Image.Report);
  return Folder.empty() ? "." : Folder.str();
}

void nameImages(std::vector<FleetImage> &Images) {
  std::set<StringRef> Folders;
  for (const FleetImage &Image : Images)
    if (Image.Board.empty())
      Folders.insert(sys::path::parent_path(Image.Report));
  const bool HasFolders = Folders.size() > 1;
  std::set<std::string> Boards, Files;
  for (const FleetImage &Image : Images) {
    if (Image.Board.empty())
      Boards.insert(boardPath(Image, HasFolders));
    for (StringRef Text : Image.Sources)
      if (const auto [Value, IsFile] = valueOf(Text); IsFile)
        Files.insert(withoutExtension(Value));
  }
  const auto BoardNames = shortNames(Boards), FileNames = shortNames(Files);
  for (FleetImage &Image : Images) {
    if (Image.Board.empty())
      Image.Board = BoardNames.at(boardPath(Image, HasFolders));
    for (StringRef Text : Image.Sources) {
      const auto [Value, IsFile] = valueOf(Text);
      Image.Model += (Image.Model.empty() ? "" : " + ") +
                     (IsFile ? FileNames.at(withoutExtension(Value)) : Value.str());
    }
    if (Image.Model.empty())
      Image.Model = "every kernel";
  }
}

Error applyBudget(const Budget &Limit, std::vector<FleetImage> &Images) {
  const auto [First, Second] = StringRef(Limit.Region).split(':');
  const StringRef Board = Second.empty() ? "" : First, Name = Second.empty() ? First : Second;
  bool IsUsed = false;
  std::set<std::string> Boards, Known;
  for (FleetImage &Image : Images) {
    Boards.insert(Image.Board);
    if (!Board.empty() && Image.Board != Board)
      continue;
    for (const auto &[SizeName, Size] : Image.Sizes) {
      Known.insert(SizeName);
      if (SizeName == Name) {
        Image.Limits.push_back({SizeName, Size, Limit.Bytes});
        IsUsed = true;
      }
    }
  }
  if (!Board.empty() && !Boards.count(Board.str()))
    return createStringError("--budget: the table has no board '" + Board +
                             "'; it has: " + llvm::join(Boards, ", "));
  if (!IsUsed)
    return createStringError("--budget: the reports have no '" + Name +
                             "'; they have: " + llvm::join(Known, ", "));
  return Error::success();
}

} // namespace

const ReportedLimit *FleetImage::tightest() const {
  const auto Tightest = std::max_element(
      Limits.begin(), Limits.end(), [](auto &A, auto &B) { return A.percent() < B.percent(); });
  return Tightest == Limits.end() ? nullptr : &*Tightest;
}

Expected<FleetImage> readFleetImage(NamedReport Report, StringRef Board) {
  ASSIGN_OR_RETURN(auto Read, readReport(Report, /*WithAccount=*/false));
  FleetImage Image;
  Image.Report = Report.Name.str();
  Image.Board = Board.str();
  Image.Input = std::move(Read.Input);
  Image.Sources = std::move(Read.Sources);
  Image.Sizes = std::move(Read.Sizes.Totals);
  // If the linker script has no memory regions, a pruning's report has text, data and bss instead.
  // The totals already have these sizes.
  for (NamedSize &Memory : Read.Sizes.Memories)
    if (llvm::none_of(Image.Sizes, [&](const auto &Size) { return Size.Name == Memory.Name; }))
      Image.Sizes.push_back(std::move(Memory));
  Image.Sizes.push_back({"kernels", Read.Sizes.Kernels.size()});
  Image.Limits = std::move(Read.Limits);
  return Image;
}

Expected<FleetTable> fleetTable(std::vector<FleetImage> Images, ArrayRef<Budget> Budgets) {
  nameImages(Images);
  llvm::stable_sort(Images, [](const FleetImage &A, const FleetImage &B) {
    return std::tie(A.Model, A.Board) < std::tie(B.Model, B.Board);
  });
  Problems Errors;
  for (size_t I = 1; I < Images.size(); ++I) {
    const FleetImage &A = Images[I - 1], &B = Images[I];
    if (A.Model == B.Model && A.Board == B.Board)
      Errors.add("'" + A.Report + "' and '" + B.Report + "' are both of the model '" + A.Model +
                 "' on the board '" + A.Board + "'\n>>> name the boards: <board>=<report>");
  }
  for (const Budget &Limit : Budgets)
    Errors.add(applyBudget(Limit, Images));
  return Errors.takeOr(std::move(Images));
}

Error checkFleet(const FleetTable &Table) {
  std::string Lines;
  for (const FleetImage &Image : Table)
    for (const ReportedLimit &Limit : Image.Limits)
      if (Limit.isOver())
        Lines += "\n>>> " + Image.Model + " on " + Image.Board + ": " + Limit.text();
  if (Lines.empty())
    return Error::success();
  return make_error<StatusError>("over budget: " + fleetSummary(Table) + Lines, OverBudget);
}

namespace {

constexpr size_t MostFleetName = 28;

std::string budgetText(const FleetImage &Image) {
  const ReportedLimit *Limit = Image.tightest();
  if (!Limit)
    return "";
  return Limit->isOver() ? "over: " + Limit->Name + " by " + grouped(Limit->Used - Limit->Most)
                         : formatv("{0} {1:f1}%", Limit->Name, Limit->percent()).str();
}

std::set<std::string> namesIn(const FleetTable &Table, std::string FleetImage::*Name) {
  std::set<std::string> Names;
  for (const FleetImage &Image : Table)
    Names.insert(Image.*Name);
  return Names;
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
  const size_t Models = namesIn(Table, &FleetImage::Model).size(),
               Boards = namesIn(Table, &FleetImage::Board).size(),
               Over = llvm::count_if(Table, [](const FleetImage &I) { return I.isOver(); });
  return counted(Table.size(), "image") + " of " + counted(Models, "model") + " on " +
         counted(Boards, "board") + ", " + grouped(Over) + " over budget";
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
  const std::set<std::string> Boards = namesIn(Table, &FleetImage::Board);
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
