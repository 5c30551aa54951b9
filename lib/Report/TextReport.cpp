// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The report for people: the saving in the first line, then tables from general to detailed. Lines
// have at most 100 columns if the names in them allow it. Names of operators and files are never
// shortened, because people search for them. Names of input sections lose their middle, because
// they may be C++ functions with all template arguments.

#include "Report/TextTable.h"
#include "Support/Numbers.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <map>
#include <set>

using namespace llvm;

namespace etprune {

namespace {

/// The most entries of a list without --verbose.
constexpr size_t ShortList = 10;
/// If there are more kernels than this, only their libraries are listed.
constexpr size_t LongList = 100;

class TextPrinter {
public:
  TextPrinter(const PruneReport &Report, bool Verbose, raw_ostream &OS)
      : Report(Report), Verbose(Verbose), OS(OS) {}

  void print() {
    printHeadline();
    if (!Report.Regions.empty())
      OS << "\n";
    printTable(regionRows(Report), OS);
    printAccount();
    printKept();
    printDropped();
    if (!Report.Leftover.empty())
      OS << "\n  not selected, but still there: " << counted(Report.Leftover.size(), "kernel")
         << "\n";
    printTable(leftoverRows(Report, Verbose), OS);
    if (Verbose) {
      OS << "\n";
      printTable(sectionRows(Report), OS);
    }
    for (const std::string &Note : Report.Notes)
      OS << "note: " << Note << "\n";
  }

private:
  void printHeadline();
  void printAccount();
  void printKept();
  template <class Kernel>
  void printLibraries(const std::vector<Kernel> &Kernels, const Explanation *Image);
  void printDropped();
  std::string change(SizeChange Size) const;
  /// False for a program that a loader puts into RAM.
  bool hasFlash() const { return Report.Stored.Before != 0 || Report.Stored.After != 0; }

  const PruneReport &Report;
  bool Verbose;
  raw_ostream &OS;
};

std::string TextPrinter::change(SizeChange Size) const {
  std::string Text = grouped(Size.Before) + " -> " + grouped(Size.After) + " B";
  std::string Percent = percentChange(Size);
  return Percent.empty() ? Text : Text + " (" + Percent + ")";
}

void TextPrinter::printHeadline() {
  OS << (Report.DryRun ? "would prune " : "pruned ")
     << (Report.OutputPath.empty() ? Report.InputPath : Report.OutputPath) << ": "
     << (hasFlash() ? "flash " + change(Report.Stored) + ", " : "") << "RAM " << change(Report.Ram)
     << "\n";
  OS << "  kernels: " << Report.Kept.size() << " kept"
     << (Report.KernelBudget ? " of at most " + grouped(*Report.KernelBudget) : "") << ", "
     << Report.Dropped.size() << " dropped; file: " << change(Report.FileSize) << "\n";
  for (const NarrowedCode &Narrowed : Report.Narrowed)
    OS << "  dtypes: " << counted(Narrowed.NumKernels, "kernel")
       << " narrowed to the dtypes of the selected calls by " << Narrowed.Maker << "; their code: "
       << (Narrowed.Code.Before ? change(Narrowed.Code) : grouped(Narrowed.Code.After) + " B")
       << "\n";
  if (!Report.SelectionSources.empty())
    OS << "  selected by " << join(Report.SelectionSources, ", ") << "\n";
  if (Verbose) {
    if (!Report.LinkerName.empty())
      OS << "  linked by " << Report.LinkerName
         << (Report.LinkerVersion.empty() ? "" : " " + Report.LinkerVersion) << "\n";
    if (!Report.Confinement.empty())
      OS << "  " << Report.Confinement << "\n";
    OS << "  et-prune " << Report.ToolVersion << "\n";
  }
}

void TextPrinter::printAccount() {
  if (!Report.Account)
    return;
  OS << "\n";
  ReportRows Rows;
  for (const CategoryChange &C : Report.Account->Categories)
    if (C.Stored.Before || C.Stored.After || C.Ram.Before || C.Ram.After)
      Rows.push_back(categoryRow(categoryName(C.Category), C.Stored, C.Ram, hasFlash()));
  Rows.push_back(categoryRow("total", Report.Stored, Report.Ram, hasFlash()));
  printTable(Rows, OS);

  // kernels have a list of their own
  std::vector<const InputChange *> Others;
  for (const InputChange &I : Report.Account->Inputs)
    if (Verbose ||
        (I.Category != ByteCategory::KernelCode && I.Category != ByteCategory::NamesAndKeys &&
         I.Category != ByteCategory::RegistrationTable))
      Others.push_back(&I);
  if (Others.empty())
    return;
  size_t Shown = Verbose ? Others.size() : std::min(Others.size(), ShortList);
  OS << "\n  largest changes" << (Verbose ? "" : " besides kernels") << "\n";
  const ArrayRef<const InputChange *> List = ArrayRef(Others).take_front(Shown);
  ReportRows Changes;
  auto FileOf = [&](const InputChange &Input) {
    return Verbose ? StringRef(Input.File) : sys::path::filename(Input.File);
  };
  for (const InputChange *I : List)
    Changes.push_back(inputRow(*I, "", FileOf(*I)));
  constexpr size_t Least = 24;
  const size_t Room = std::clamp(roomBehind(Changes), Least, NameWidth);
  for (auto [Row, I] : llvm::zip_equal(Changes, List))
    Row = inputRow(*I,
                   Verbose ? shownName(I->Section) : shortName(I->Section, /*Demangle=*/true, Room),
                   FileOf(*I));
  printTable(Changes, OS);
  if (Shown < Others.size())
    OS << "  and " << counted(Others.size() - Shown, "other") << " (--verbose)\n";
}

/// Prints the number and size of each library's kernels, if a list of all is too long to read.
template <class Kernel>
void TextPrinter::printLibraries(const std::vector<Kernel> &Kernels, const Explanation *Image) {
  struct PerLibrary {
    size_t Count = 0;
    uint64_t Size = 0;
    std::set<StringRef> Ops;
  };
  std::map<std::string, PerLibrary> Libraries;
  for (const Kernel &K : Kernels) {
    PerLibrary &Library = Libraries[K.Library];
    ++Library.Count;
    Library.Size += K.CodeSize;
    Library.Ops.insert(K.Op);
  }
  std::map<StringRef, uint64_t> Retained;
  if (Image)
    for (const AccountRow &Row : Image->Account.Libraries)
      Retained[Row.Name] = hasFlash() ? Row.Retained.Flash : Row.Retained.Ram;
  ReportRows Rows;
  for (const auto &[Name, Library] : Libraries) {
    ReportRow &Row = Rows.emplace_back();
    Row.cell("", Name)
        .number("", counted(Library.Count, "kernel"))
        .number("", counted(Library.Ops.size(), "operator"))
        .number("", grouped(Library.Size) + " B of code of their own");
    if (Image)
      Row.number("", grouped(Retained[Name]) + " B with what they need");
  }
  printTable(Rows, OS);
}

void TextPrinter::printKept() {
  OS << "\n  kept: " << counted(Report.Kept.size(), "kernel");
  if (!Verbose && Report.Kept.size() > LongList) {
    OS << ", which --verbose names\n";
    printLibraries(Report.Kept, Report.Image.get());
    return;
  }
  OS << "\n";
  printTable(keptRows(Report, Verbose), OS);
}

void TextPrinter::printDropped() {
  if (Report.Dropped.empty())
    return;
  uint64_t Sum = 0;
  std::map<std::string, std::pair<size_t, uint64_t>> Ops; // number and size of the kernels
  for (const DroppedKernel &K : Report.Dropped) {
    auto &[Count, Size] = Ops[K.Op];
    ++Count;
    Size += K.CodeSize;
    Sum += K.CodeSize;
  }
  OS << "\n  dropped: " << counted(Report.Dropped.size(), "kernel") << " of "
     << counted(Ops.size(), "operator") << ", " << grouped(Sum) << " B of code of their own";
  if (!Verbose && Report.Dropped.size() > LongList) {
    OS << ", which --verbose names\n";
    printLibraries(Report.Dropped, nullptr);
    return;
  }
  OS << "\n";
  if (Verbose) {
    printTable(droppedRows(Report), OS);
    return;
  }
  // Prints names side by side, because there may be hundreds.
  std::vector<std::string> Names;
  for (const auto &[Op, Kernels] : Ops)
    Names.push_back(Op + " (" + (Kernels.first > 1 ? utostr(Kernels.first) + ", " : "") +
                    grouped(Kernels.second) + " B)");
  printWrapped("", Names, OS);
}

} // namespace

void printTextReport(const PruneReport &Report, bool Verbose, raw_ostream &OS) {
  TextPrinter(Report, Verbose, OS).print();
}

} // namespace etprune
