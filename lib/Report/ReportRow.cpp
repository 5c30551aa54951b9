// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Report/ReportRow.h"

#include "Selection/Selection.h"
#include "Support/Numbers.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"

#include <set>
#include <tuple>

using namespace llvm;

namespace etprune {

ReportRow &ReportRow::textField(StringRef Name, StringRef Text) {
  return field(Name, json::fixUTF8(Text));
}

ReportRow &ReportRow::textsField(StringRef Name, ArrayRef<std::string> Texts) {
  json::Array List;
  for (StringRef Text : Texts)
    List.push_back(json::fixUTF8(Text));
  return field(Name, std::move(List));
}

ReportRow &ReportRow::sizeField(StringRef Name, SizeChange Size) {
  return field(Name, json::Object{{"before", Size.Before}, {"after", Size.After}});
}

json::Object bytesJson(const MemoryBytes &Bytes) {
  return json::Object{{"flash", Bytes.Flash}, {"ram", Bytes.Ram}};
}

/// The saved bytes; negative if the pruned image is larger.
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
    Row.sizeField("used", R.Used).numbers(R.Used);
    Row.field("origin", hex(R.Origin));
    Row.field("length", R.Length ? json::Value(R.Length) : nullptr).field("counts_as", nullptr);
    Row.field("budget", R.Budget ? json::Value(*R.Budget) : nullptr);
    auto AddLimit = [&](StringRef Name, uint64_t Most) {
      Row.number(Name, Most ? grouped(Most) : "");
      Row.number("used", percent("%.1f%%", static_cast<double>(R.Used.After), Most));
    };
    if (HasRegions)
      AddLimit("size", R.Length);
    if (HasBudgets)
      AddLimit("budget", R.Budget.value_or(0));
    if (!HasRegions)
      continue;
    const bool IsRam = R.Kind == MemoryKind::Ram, IsUsed = R.Used.Before || R.Used.After;
    Row.field("counts_as", IsRam ? "ram" : "flash");
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
        .sizeField("size", S.Size)
        .numbers(S.Size)
        .field("loaded", S.Loaded)
        .cell("", S.Loaded ? "" : "not loaded");
  return Rows;
}

ReportRow categoryRow(StringRef Name, SizeChange Stored, SizeChange Ram, bool HasFlash) {
  const SizeChange Size = HasFlash ? Stored : Ram;
  ReportRow Row;
  Row.field("category", Name).cell("where it went", Name);
  Row.sizeField("flash", Stored).sizeField("ram", Ram);
  Row.number(HasFlash ? "flash before" : "RAM before", grouped(Size.Before));
  Row.number("after", grouped(Size.After)).number("saved", saved(Size));
  if (HasFlash)
    Row.number("RAM saved", saved(Ram));
  return Row;
}

ReportRow inputRow(const InputChange &Input, const Twine &Section, StringRef File) {
  ReportRow Row;
  Row.field("category", categoryName(Input.Category));
  Row.sizeField("size", Input.Size).number("", saved(Input.Size));
  Row.textField("section", Input.Section).cell("", Section);
  Row.textField("file", Input.File).textField("member", Input.Member);
  Row.cell("", objectName(File, Input.Member));
  return Row;
}

std::vector<size_t> columnWidths(const ReportRows &Rows) {
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

template <class T> static std::vector<T> byName(std::vector<T> Kernels) {
  llvm::sort(Kernels, [](const T &A, const T &B) {
    return std::tie(A.Op, A.Variant, A.Library) < std::tie(B.Op, B.Variant, B.Library);
  });
  return Kernels;
}

template <class T>
static ReportRows kernelRows(const std::vector<T> &Kernels, StringRef Kernel, StringRef Own) {
  ReportRows Rows;
  for (const T &K : Kernels) {
    ReportRow &Row = Rows.emplace_back();
    Row.textField("op", K.Op).textField("variant", K.Variant).textField("library", K.Library);
    Row.cell(Kernel, K.id());
    Row.field("code_size", K.CodeSize).number(Own, grouped(K.CodeSize) + " B");
  }
  return Rows;
}

static std::vector<std::string> sorted(std::vector<std::string> Texts) {
  llvm::sort(Texts);
  return Texts;
}

/// Lists as many texts as fit, but at least one, and the number of the others.
static std::string listed(ArrayRef<std::string> Texts, size_t Most, size_t Room) {
  for (size_t Shown = std::min(Texts.size(), Most);; --Shown) {
    std::string Text = join(Texts.take_front(Shown), ", ");
    if (Shown < Texts.size())
      Text += " and " + counted(Texts.size() - Shown, "other");
    if (Shown <= 1 || Text.size() <= Room)
      return Text;
  }
}

/// The askers, each once, with the model in place of its calls.
static std::vector<std::string> modelsOf(ArrayRef<std::string> Askers) {
  std::set<std::string> Names;
  for (const std::string &Text : Askers)
    Names.insert(modelOf({Text}).empty() ? Text : modelOf({Text}).str());
  return {Names.begin(), Names.end()};
}

/// The askers of each kernel. If the calls of a row do not fit, all rows name only the models.
static std::vector<std::string> askers(ArrayRef<KeptKernel> Kernels, size_t Most, size_t Room) {
  std::vector<std::string> Calls, Models;
  for (const KeptKernel &K : Kernels) {
    Calls.push_back(listed(sorted(K.AskedBy), Most, Room));
    Models.push_back(listed(modelsOf(K.AskedBy), Most, Room));
  }
  const bool Fit =
      llvm::all_of(Calls, [&](const std::string &Text) { return Text.size() <= Room; });
  return Fit ? Calls : Models;
}

ReportRows keptRows(const PruneReport &Report, bool Verbose) {
  constexpr size_t MostAskers = 2;
  const bool HasFlash = Report.Stored.After != 0;
  const std::vector<KeptKernel> Kernels = byName(Report.Kept);
  ReportRows Rows = kernelRows(Kernels, "kernel", "own");
  for (auto [Row, K] : llvm::zip_equal(Rows, Kernels)) {
    Row.field("retained", K.Retained ? json::Value(bytesJson(*K.Retained)) : nullptr);
    if (Report.Image)
      Row.number("retained",
                 !K.Retained ? "" : grouped(HasFlash ? K.Retained->Flash : K.Retained->Ram) + " B");
    Row.textsField("asked_by", sorted(K.AskedBy));
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
  const std::vector<LeftoverKernel> Kernels = byName(Report.Leftover);
  ReportRows Rows = kernelRows(Kernels, "", "");
  const size_t Behind = roomBehind(Rows);
  const size_t Room = Verbose ? SIZE_MAX : Behind - std::min(Behind, Lead.size());
  for (auto [Row, K] : llvm::zip_equal(Rows, Kernels)) {
    const std::vector<std::string> Referrers = sorted(K.Referrers);
    Row.textsField("referrers", Referrers);
    Row.cell("", Referrers.empty() ? "kept by the linker script or an option"
                                   : Lead + listed(Referrers, SIZE_MAX, Room));
  }
  return Rows;
}

} // namespace etprune
