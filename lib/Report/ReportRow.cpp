// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Report/ReportRow.h"

#include "Support/Numbers.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"

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

/// Negative where the pruned image has more.
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
  ReportRows Rows;
  for (const RegionChange &R : Report.Regions) {
    ReportRow &Row = Rows.emplace_back();
    Row.textField("name", R.Name).cell(HasRegions ? "memory region" : "segment kind", R.Name);
    Row.sizeField("used", R.Used).numbers(R.Used);
    Row.field("origin", hex(R.Origin));
    Row.field("length", R.Length ? json::Value(R.Length) : nullptr).field("counts_as", nullptr);
    if (!HasRegions)
      continue;
    Row.number("size", R.Length ? grouped(R.Length) : "");
    Row.number("used", percent("%.1f%%", static_cast<double>(R.Used.After), R.Length));
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
  Row.cell("", File + (Input.Member.empty() ? "" : "(" + Input.Member + ")"));
  return Row;
}

/// A row for each kernel, to which Add adds what only such kernels have.
template <class T, class AddColumns>
static ReportRows kernelRows(std::vector<T> Kernels, StringRef Kernel, StringRef Own,
                             AddColumns Add) {
  llvm::sort(Kernels, [](const T &A, const T &B) {
    return std::tie(A.Op, A.Variant, A.Library) < std::tie(B.Op, B.Variant, B.Library);
  });
  ReportRows Rows;
  for (const T &K : Kernels) {
    ReportRow &Row = Rows.emplace_back();
    Row.textField("op", K.Op).textField("variant", K.Variant).textField("library", K.Library);
    Row.cell(Kernel, K.Op + "-" + K.Variant + "-" + K.Library);
    Row.field("code_size", K.CodeSize).number(Own, grouped(K.CodeSize) + " B");
    Add(Row, K);
  }
  return Rows;
}

static std::vector<std::string> sorted(std::vector<std::string> Texts) {
  llvm::sort(Texts);
  return Texts;
}

ReportRows keptRows(const PruneReport &Report, bool Verbose) {
  const bool HasFlash = Report.Stored.After != 0;
  return kernelRows(Report.Kept, "kernel", "own", [&](ReportRow &Row, const KeptKernel &K) {
    constexpr size_t MostAskers = 2;
    Row.field("retained", K.Retained ? json::Value(json::Object{{"flash", K.Retained->Flash},
                                                                {"ram", K.Retained->Ram}})
                                     : nullptr);
    if (Report.Image)
      Row.number("retained",
                 !K.Retained ? "" : grouped(HasFlash ? K.Retained->Flash : K.Retained->Ram) + " B");
    const std::vector<std::string> Askers = sorted(K.AskedBy);
    const size_t Shown = Verbose ? Askers.size() : std::min(Askers.size(), MostAskers);
    std::string Text = join(ArrayRef(Askers).take_front(Shown), ", ");
    if (Shown < Askers.size())
      Text += " and " + counted(Askers.size() - Shown, "other");
    Row.textsField("asked_by", Askers).cell("asked by", Text);
    Row.field("key", K.Key ? json::Value(json::fixUTF8(*K.Key)) : nullptr);
  });
}

ReportRows droppedRows(const PruneReport &Report) {
  return kernelRows(Report.Dropped, "", "", [](ReportRow &, const DroppedKernel &) {});
}

ReportRows leftoverRows(const PruneReport &Report) {
  return kernelRows(Report.Leftover, "", "", [](ReportRow &Row, const LeftoverKernel &K) {
    const std::vector<std::string> Referrers = sorted(K.Referrers);
    Row.textsField("referrers", Referrers);
    Row.cell("", Referrers.empty() ? "kept by the linker script or an option"
                                   : "called by " + join(Referrers, ", "));
  });
}

} // namespace etprune
