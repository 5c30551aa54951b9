// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Report/ReportRow.h"

#include "Selection/Selection.h"
#include "Support/Numbers.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/Format.h"

using namespace llvm;

namespace etprune {

static std::vector<size_t> columnWidths(const ReportRows &Rows) {
  std::vector<size_t> Widths;
  if (!Rows.empty())
    for (const ReportRow::Cell &Cell : Rows.front().Cells)
      Widths.push_back(Cell.Heading.size());
  for (const ReportRow &Row : Rows)
    for (auto [Cell, Width] : llvm::zip_equal(Row.Cells, Widths))
      Width = std::max(Width, Cell.Text.size());
  return Widths;
}

size_t roomBehind(const ReportRows &Rows) {
  size_t Used = 2;
  for (size_t Width : columnWidths(Rows))
    Used += Width + 2;
  return LineWidth - std::min(LineWidth, Used);
}

void printTable(const ReportRows &Rows, raw_ostream &OS, StringRef Indent) {
  if (Rows.empty())
    return;
  const std::vector<size_t> Widths = columnWidths(Rows);
  const bool HasHeadings = llvm::any_of(
      Rows.front().Cells, [](const ReportRow::Cell &Cell) { return !Cell.Heading.empty(); });
  auto PrintLine = [&](const ReportRow &Row, bool IsHeading) {
    std::string Line = Indent.str();
    for (const auto &[Cell, Width] : llvm::zip_equal(Row.Cells, Widths)) {
      if (Width == 0)
        continue;
      const StringRef Text = IsHeading ? Cell.Heading : StringRef(Cell.Text);
      const std::string Padding(Width - Text.size(), ' ');
      Line += Cell.IsNumber ? Padding + Text.str() : Text.str() + Padding;
      Line += "  ";
    }
    OS << StringRef(Line).rtrim(' ') << "\n";
  };
  if (HasHeadings)
    PrintLine(Rows.front(), /*IsHeading=*/true);
  for (const ReportRow &Row : Rows)
    PrintLine(Row, /*IsHeading=*/false);
}

std::string shortened(StringRef Name, size_t Width) {
  constexpr StringLiteral Gap = "...";
  if (Name.size() <= Width)
    return Name.str();
  const size_t Head = Width / 2, Tail = Width - Head - Gap.size();
  return (Name.take_front(Head) + Gap + Name.take_back(Tail)).str();
}

/// Returns the part of `Name` before the mangled symbol at its end: ".text." for ".text._Z3foov".
/// If the name has no mangled symbol, returns the whole name.
static StringRef leadOf(StringRef Name) {
  for (size_t I = Name.find("_Z"); I != StringRef::npos; I = Name.find("_Z", I + 1))
    if (I == 0 || Name[I - 1] == '.' || Name[I - 1] == ' ')
      return Name.take_front(I);
  return Name;
}

std::string shownName(StringRef Name, bool Demangle) {
  const StringRef Lead = leadOf(Name), Mangled = Name.drop_front(Lead.size());
  return !Demangle || Mangled.empty() ? Name.str() : Lead.str() + demangle(Mangled);
}

std::string shortName(StringRef Name, bool Demangle, size_t Width) {
  std::string Shown = shownName(Name, Demangle);
  const std::string Lead = leadOf(Name).str();
  const std::string Mangled = Name.drop_front(Lead.size()).str(); // `Parts` points into it
  ItaniumPartialDemangler Parts;
  if (Shown.size() <= Width || !Demangle || Lead.size() >= Width ||
      Parts.partialDemangle(Mangled.c_str()) || !Parts.isFunction())
    return shortened(Shown, Width);
  size_t Size = 0;
  if (char *Function = Parts.getFunctionName(nullptr, &Size)) {
    Shown = std::string(Function) + "(...)";
    std::free(Function);
  }
  // Remove outer scopes first, because the inner scopes say more about the function.
  while (Lead.size() + Shown.size() > Width) {
    const size_t Scope = Shown.find("::"), Other = Shown.find_first_of("<(");
    if (Scope == std::string::npos || Other < Scope || Shown.compare(Scope + 2, 1, "(") == 0)
      break;
    Shown.erase(0, Scope + 2);
  }
  return shortened(Lead + Shown, Width);
}

void printWrapped(StringRef Lead, ArrayRef<std::string> Texts, raw_ostream &OS) {
  std::string Line = "  " + Lead.str();
  for (const auto &[I, Text] : llvm::enumerate(Texts)) {
    if (I != 0 && Line.size() + 2 + Text.size() > LineWidth) {
      OS << Line << ",\n";
      Line = "  " + Text;
      continue;
    }
    Line += (I != 0 ? ", " : "") + Text;
  }
  OS << Line << "\n";
}

static std::string saved(SizeChange Size) {
  return Size.After > Size.Before ? "-" + grouped(Size.After - Size.Before)
                                  : grouped(Size.Before - Size.After);
}

ReportRow &ReportRow::numbers(SizeChange Size) {
  number("before", grouped(Size.Before)).number("after", grouped(Size.After));
  return number("saved", saved(Size));
}

static std::string percent(const char *Format, double Part, uint64_t Whole) {
  std::string Text;
  if (Whole != 0)
    raw_string_ostream(Text) << format(Format, 100.0 * Part / static_cast<double>(Whole));
  return Text;
}

std::string percentChange(SizeChange Size) {
  return Size.delta() == 0 ? ""
                           : percent("%+.1f%%", static_cast<double>(Size.delta()), Size.Before);
}

ReportRows regionRows(const PruneReport &Report) {
  const bool HasRegions = Report.RegionsFromScript;
  const bool HasBudgets =
      llvm::any_of(Report.Regions, [](const RegionChange &R) { return R.Budget.has_value(); });
  ReportRows Rows;
  for (const RegionChange &R : Report.Regions) {
    ReportRow &Row = Rows.emplace_back();
    Row.textField("name", R.Name).cell(HasRegions ? "memory region" : "segment kind", R.Name);
    Row.field("used", R.Used).numbers(R.Used);
    Row.field("origin", hex(R.Origin));
    Row.field("length", R.Length ? json::Value(R.Length) : nullptr).field("budget", R.Budget);
    auto AddLimit = [&](StringRef Name, uint64_t Most) {
      Row.number(Name, Most ? grouped(Most) : "");
      Row.number("used", percent("%.1f%%", static_cast<double>(R.Used.After), Most));
    };
    if (HasRegions)
      AddLimit("size", R.Length);
    if (HasBudgets)
      AddLimit("budget", R.Budget.value_or(0));
    const bool IsRam = R.Kind == MemoryKind::Ram, IsUsed = R.Used.Before || R.Used.After;
    Row.field("counts_as", !HasRegions ? json::Value(nullptr) : IsRam ? "ram" : "flash");
    if (HasRegions)
      Row.cell("counts as", !IsUsed ? "" : IsRam ? "RAM" : "flash");
  }
  return Rows;
}

ReportRows sectionRows(const PruneReport &Report) {
  ReportRows Rows;
  for (const SectionChange &S : Report.Sections)
    Rows.emplace_back()
        .textField("name", S.Name)
        .cell("section", S.Name)
        .field("size", S.Size)
        .numbers(S.Size)
        .field("loaded", S.Loaded)
        .cell("", S.Loaded ? "" : "not loaded");
  return Rows;
}

ReportRow categoryRow(const CategoryChange &Change, StringRef Name, bool HasFlash) {
  const SizeChange Size = HasFlash ? Change.Stored : Change.Ram;
  ReportRow Row;
  Row.field("category", Name).cell("kind of bytes", Name);
  Row.field("flash", Change.Stored).field("ram", Change.Ram);
  Row.number(HasFlash ? "flash before" : "RAM before", grouped(Size.Before));
  Row.number("after", grouped(Size.After)).number("saved", saved(Size));
  if (HasFlash)
    Row.number("RAM saved", saved(Change.Ram));
  return Row;
}

ReportRow inputRow(const InputChange &Input, const Twine &Section, StringRef File) {
  ReportRow Row;
  Row.field("category", categoryName(Input.Category));
  Row.field("size", Input.Size).number("", saved(Input.Size));
  Row.textField("section", Input.Section).cell("", Section);
  Row.textField("file", Input.File).textField("member", Input.Member);
  Row.cell("", objectName(File, Input.Member));
  return Row;
}

static std::vector<ReportedKernel> byName(std::vector<ReportedKernel> Kernels) {
  for (ReportedKernel &K : Kernels)
    llvm::sort(K.Users);
  llvm::sort(Kernels, [](const ReportedKernel &A, const ReportedKernel &B) {
    return std::tie(A.Op, A.Variant, A.Library) < std::tie(B.Op, B.Variant, B.Library);
  });
  return Kernels;
}

static ReportRows kernelRows(ArrayRef<ReportedKernel> Kernels, StringRef Kernel, StringRef Own) {
  ReportRows Rows;
  for (const ReportedKernel &K : Kernels) {
    ReportRow &Row = Rows.emplace_back();
    Row.textField("op", K.Op).textField("variant", K.Variant).textField("library", K.Library);
    Row.cell(Kernel, K.id());
    Row.field("code_size", K.CodeSize).number(Own, grouped(K.CodeSize) + " B");
  }
  return Rows;
}

/// Lists the texts that fit into `Room` columns, from one to `Most`, as in "a, b and 2 others".
static std::string listed(ArrayRef<std::string> Texts, size_t Most, size_t Room) {
  for (size_t Shown = std::min(Texts.size(), Most);; --Shown) {
    std::string Text = join(Texts.take_front(Shown), ", ");
    if (Shown < Texts.size())
      Text += " and " + counted(Texts.size() - Shown, "other");
    if (Shown <= 1 || Text.size() <= Room)
      return Text;
  }
}

static std::vector<std::string> modelsOf(ArrayRef<std::string> Askers) {
  std::set<std::string> Names;
  for (const std::string &Text : Askers)
    Names.insert(modelOf({Text}).empty() ? Text : modelOf({Text}).str());
  return {Names.begin(), Names.end()};
}

/// Returns one text for each kernel with up to `Most` askers. If a text does not fit into `Room`
/// columns, all texts name only the models, without the methods and instructions.
static std::vector<std::string> askers(ArrayRef<ReportedKernel> Kernels, size_t Most, size_t Room) {
  std::vector<std::string> Calls, Models;
  for (const ReportedKernel &K : Kernels) {
    Calls.push_back(listed(K.Users, Most, Room));
    Models.push_back(listed(modelsOf(K.Users), Most, Room));
  }
  const bool Fit =
      llvm::all_of(Calls, [&](const std::string &Text) { return Text.size() <= Room; });
  return Fit ? Calls : Models;
}

ReportRows keptRows(const PruneReport &Report, bool Verbose) {
  constexpr size_t MostAskers = 2;
  const bool HasFlash = Report.Stored.After != 0;
  const std::vector<ReportedKernel> Kernels = byName(Report.Kept);
  ReportRows Rows = kernelRows(Kernels, "kernel", "own");
  for (auto [Row, K] : llvm::zip_equal(Rows, Kernels)) {
    Row.field("retained", K.Retained);
    if (Report.Image)
      Row.number("retained",
                 !K.Retained ? "" : grouped(HasFlash ? K.Retained->Flash : K.Retained->Ram) + " B");
    Row.textsField("asked_by", K.Users);
    Row.field("key", K.Key ? json::Value(json::fixUTF8(*K.Key)) : nullptr);
  }
  const std::vector<std::string> Askers =
      Verbose ? askers(Kernels, SIZE_MAX, SIZE_MAX) : askers(Kernels, MostAskers, roomBehind(Rows));
  for (auto [Row, Text] : llvm::zip_equal(Rows, Askers))
    Row.cell("asked by", Text);
  return Rows;
}

ReportRows droppedRows(const PruneReport &Report) {
  return kernelRows(byName(Report.Dropped), "", "");
}

ReportRows leftoverRows(const PruneReport &Report, bool Verbose) {
  constexpr StringLiteral Lead = "called by ";
  const std::vector<ReportedKernel> Kernels = byName(Report.Leftover);
  ReportRows Rows = kernelRows(Kernels, "", "");
  const size_t Behind = roomBehind(Rows);
  const size_t Room = Verbose ? SIZE_MAX : Behind - std::min(Behind, Lead.size());
  for (auto [Row, K] : llvm::zip_equal(Rows, Kernels)) {
    Row.textsField("referrers", K.Users);
    Row.cell("", K.Users.empty() ? "kept by the linker script or an option"
                                 : Lead + listed(K.Users, SIZE_MAX, Room));
  }
  return Rows;
}

} // namespace etprune
