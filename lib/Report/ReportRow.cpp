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
  Row.field("category", Name).cell("where it went", Name);
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
