// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of operators and files are never shortened, because people search for them. Names of input
// sections are shortened without --verbose, because a name can contain a long C++ function name
// with all template arguments.

#include "Report/ReportRow.h"
#include "Support/Numbers.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

#include <algorithm>

using namespace llvm;

namespace etprune {

namespace {

constexpr size_t ShortList = 10;
constexpr size_t LongList = 100;

class TextPrinter {
public:
  TextPrinter(const PruneReport &Report, bool Verbose, raw_ostream &OS)
      : Report(Report), Verbose(Verbose), OS(OS) {}
  void print();

private:
  void printHeadline();
  void printAccount();
  void printChanges();
  /// If the list of kernels is longer than LongList, prints the number and size of each
  /// library's kernels and returns true. With --verbose, always returns false.
  bool printLibraries(ArrayRef<ReportedKernel> Kernels, const Explanation *Image);
  void printDropped();
  std::string change(SizeChange Size) const;
  /// False for a program that a loader puts into RAM.
  bool hasFlash() const { return Report.Stored.Before != 0 || Report.Stored.After != 0; }

  const PruneReport &Report;
  bool Verbose;
  raw_ostream &OS;
};

std::string TextPrinter::change(SizeChange Size) const {
  const std::string Percent = percentChange(Size);
  return grouped(Size.Before) + " -> " + grouped(Size.After) + " B" +
         (Percent.empty() ? "" : " (" + Percent + ")");
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
  if (Verbose)
    OS << "  linked by " << Report.LinkerName
       << (Report.LinkerVersion.empty() ? "" : " " + Report.LinkerVersion) << "\n  "
       << Report.Confinement << "\n  et-prune " << Report.ToolVersion << "\n";
}

void TextPrinter::printAccount() {
  ReportRows Rows;
  for (const CategoryChange &C : Report.Account->Categories)
    if (C.Stored.Before || C.Stored.After || C.Ram.Before || C.Ram.After)
      Rows.push_back(categoryRow(C, categoryName(C.Category), hasFlash()));
  Rows.push_back(categoryRow({{}, Report.Stored, Report.Ram}, "total", hasFlash()));
  OS << "\n";
  printTable(Rows, OS);
}

void TextPrinter::printChanges() {
  std::vector<const InputChange *> Changes;
  for (const InputChange &I : Report.Account->Inputs)
    if (Verbose || // otherwise, skip kernels: print() lists them
        (I.Category != ByteCategory::KernelCode && I.Category != ByteCategory::NamesAndKeys &&
         I.Category != ByteCategory::RegistrationTable))
      Changes.push_back(&I);
  if (Changes.empty())
    return;
  const size_t All = Changes.size();
  if (!Verbose)
    Changes.resize(std::min(All, ShortList));
  OS << "\n  largest changes" << (Verbose ? "" : " besides kernels") << "\n";
  auto Rows = [&](function_ref<std::string(StringRef)> NameOf) {
    ReportRows Rows;
    for (const InputChange *I : Changes)
      Rows.push_back(inputRow(*I, NameOf(I->Section),
                              Verbose ? StringRef(I->File) : sys::path::filename(I->File)));
    return Rows;
  };
  constexpr size_t Least = 24;
  const size_t Room = std::clamp(roomBehind(Rows([](StringRef) { return ""; })), Least, NameWidth);
  printTable(Rows([&](StringRef Section) {
               return Verbose ? shownName(Section) : shortName(Section, /*Demangle=*/true, Room);
             }),
             OS);
  if (Changes.size() < All)
    OS << "  and " << counted(All - Changes.size(), "other") << " (--verbose)\n";
}

bool TextPrinter::printLibraries(ArrayRef<ReportedKernel> Kernels, const Explanation *Image) {
  if (Verbose || Kernels.size() <= LongList)
    return false;
  struct PerLibrary {
    size_t Count = 0;
    uint64_t Size = 0;
    std::set<StringRef> Ops;
  };
  std::map<std::string, PerLibrary> Libraries;
  for (const ReportedKernel &K : Kernels) {
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
  OS << " (--verbose lists all)\n";
  printTable(Rows, OS);
  return true;
}

void TextPrinter::printDropped() {
  uint64_t Sum = 0;
  std::map<std::string, std::pair<size_t, uint64_t>> Ops; // number and size of the kernels
  for (const ReportedKernel &K : Report.Dropped) {
    auto &[Count, Size] = Ops[K.Op];
    ++Count;
    Size += K.CodeSize;
    Sum += K.CodeSize;
  }
  OS << "\n  dropped: " << counted(Report.Dropped.size(), "kernel") << " of "
     << counted(Ops.size(), "operator") << ", " << grouped(Sum) << " B of code of their own";
  if (printLibraries(Report.Dropped, nullptr))
    return;
  OS << "\n";
  if (Verbose)
    return printTable(droppedRows(Report), OS);
  std::vector<std::string> Names;
  for (const auto &[Op, Kernels] : Ops)
    Names.push_back(Op + " (" + (Kernels.first > 1 ? counted(Kernels.first, "kernel") + ", " : "") +
                    grouped(Kernels.second) + " B)");
  printWrapped("", Names, OS);
}

void TextPrinter::print() {
  printHeadline();
  if (!Report.Regions.empty())
    OS << "\n";
  printTable(regionRows(Report), OS);
  if (Report.Account) {
    printAccount();
    printChanges();
  }
  OS << "\n  kept: " << counted(Report.Kept.size(), "kernel");
  if (!printLibraries(Report.Kept, Report.Image.get())) {
    OS << "\n";
    printTable(keptRows(Report, Verbose), OS);
  }
  if (!Report.Dropped.empty())
    printDropped();
  if (!Report.Leftover.empty())
    OS << "\n  not selected, but still in the image: " << counted(Report.Leftover.size(), "kernel")
       << "\n";
  printTable(leftoverRows(Report, Verbose), OS);
  if (Verbose) {
    OS << "\n";
    printTable(sectionRows(Report), OS);
  }
  for (const std::string &Note : Report.Notes)
    OS << "note: " << Note << "\n";
}

} // namespace

void printTextReport(const PruneReport &Report, bool Verbose, raw_ostream &OS) {
  TextPrinter(Report, Verbose, OS).print();
}

} // namespace etprune
