// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The report for people: the saving in the first line, then tables from the general to the
// particular. Lines keep within 100 columns where the names in them allow it. Names of operators
// and files are never cut, because people search for them; those of input sections, which may be
// C++ functions with all their template arguments, lose their middle.

#include "Report/Report.h"
#include "Support/Counted.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/Format.h"

#include <map>
#include <set>
#include <tuple>

using namespace llvm;

namespace etprune {

namespace {

/// Entries of a list that is summarized unless --verbose.
constexpr size_t ShortList = 10;
constexpr size_t AskersShown = 2;
/// Of more kernels than a screen has lines only their libraries are told.
constexpr size_t LongList = 100;
constexpr size_t LineWidth = 100;
/// The widest name of an input section: with its size and object it makes a line of about 120.
constexpr size_t NameWidth = 56;

/// Negative where the pruned image has more.
std::string saved(SizeChange Size) {
  return Size.After > Size.Before ? "-" + grouped(Size.After - Size.Before)
                                  : grouped(Size.Before - Size.After);
}

/// "-91.5%", or "" where there is nothing to compare with.
std::string percentChange(SizeChange Size) {
  if (Size.Before == 0 || Size.Before == Size.After)
    return "";
  std::string Text;
  raw_string_ostream(Text) << format("%+.1f%%", 100.0 * static_cast<double>(Size.delta()) /
                                                    static_cast<double>(Size.Before));
  return Text;
}

std::string percentOf(uint64_t Part, uint64_t Whole) {
  if (Whole == 0)
    return "";
  std::string Text;
  raw_string_ostream(Text) << format("%.1f%%", 100.0 * static_cast<double>(Part) /
                                                   static_cast<double>(Whole));
  return Text;
}

/// Columns as wide as their widest cell.
class Table {
public:
  /// Alignment has a letter per column: 'l' or 'r'.
  explicit Table(StringRef Alignment) : Alignment(Alignment), Widths(Alignment.size()) {}

  void addRow(std::vector<std::string> Cells) {
    for (size_t I = 0; I < Cells.size(); ++I)
      Widths[I] = std::max(Widths[I], Cells[I].size());
    Rows.push_back(std::move(Cells));
  }

  void print(raw_ostream &OS) const {
    for (const std::vector<std::string> &Cells : Rows) {
      std::string Line = "  ";
      for (size_t I = 0; I < Cells.size(); ++I) {
        std::string Padding(Widths[I] - Cells[I].size(), ' ');
        Line += Alignment[I] == 'l' ? Cells[I] + Padding : Padding + Cells[I];
        Line += "  ";
      }
      OS << StringRef(Line).rtrim(' ') << "\n";
    }
  }

private:
  StringRef Alignment;
  std::vector<size_t> Widths;
  std::vector<std::vector<std::string>> Rows;
};

/// The name without its middle, where it is too long for a line.
std::string shortened(const std::string &Name) {
  constexpr StringLiteral Gap = "...";
  if (Name.size() <= NameWidth)
    return Name;
  constexpr size_t Head = NameWidth / 2, Tail = NameWidth - Head - Gap.size();
  return Name.substr(0, Head) + Gap.str() + Name.substr(Name.size() - Tail);
}

/// `.text._ZN1a1bEv` as ".text.a::b()": compilers append the name of what a section holds.
std::string sectionText(StringRef Section) {
  const size_t Mangled = Section.find("._Z");
  if (Mangled == StringRef::npos)
    return Section.str();
  return (Section.take_front(Mangled + 1) + demangle(Section.drop_front(Mangled + 1))).str();
}

std::string kernelText(const KernelName &Kernel) {
  return Kernel.Op + "-" + Kernel.Variant + "-" + Kernel.Library;
}

template <class T> std::vector<const T *> sortedByName(const std::vector<T> &Kernels) {
  std::vector<const T *> Sorted;
  for (const T &Kernel : Kernels)
    Sorted.push_back(&Kernel);
  llvm::sort(Sorted, [](const T *A, const T *B) {
    return std::tie(A->Op, A->Variant, A->Library) < std::tie(B->Op, B->Variant, B->Library);
  });
  return Sorted;
}

class TextPrinter {
public:
  TextPrinter(const PruneReport &Report, bool Verbose, raw_ostream &OS)
      : Report(Report), Verbose(Verbose), OS(OS) {}

  void print() {
    printHeadline();
    printMemory();
    printAccount();
    printKept();
    printDropped();
    printLeftover();
    if (Verbose)
      printSections();
    for (const std::string &Note : Report.Notes)
      OS << "note: " << Note << "\n";
  }

private:
  void printHeadline();
  void printMemory();
  void printAccount();
  void printKept();
  template <class Kernel> void printLibraries(const std::vector<Kernel> &Kernels);
  void printDropped();
  void printLeftover();
  void printSections();
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
  OS << "  kernels: " << Report.Kept.size() << " kept, " << Report.Dropped.size()
     << " dropped; file: " << change(Report.FileSize) << "\n";
  if (!Report.SelectionSources.empty())
    OS << "  selected by " << join(Report.SelectionSources, ", ") << "\n";
  if (Verbose) {
    if (!Report.LinkerName.empty())
      OS << "  linked by " << Report.LinkerName
         << (Report.LinkerVersion.empty() ? "" : " " + Report.LinkerVersion)
         << (Report.OwnLinker ? ", in the process" : "") << "\n";
    if (!Report.Confinement.empty())
      OS << "  " << Report.Confinement << "\n";
    OS << "  et-prune " << Report.ToolVersion << "\n";
  }
}

void TextPrinter::printMemory() {
  if (Report.Regions.empty())
    return;
  OS << "\n";
  Table T("lrrrrrl");
  bool Limited = Report.RegionsFromScript;
  T.addRow({Limited ? "memory region" : "segment kind", "before", "after", "saved",
            Limited ? "size" : "", Limited ? "used" : "", Limited ? "counts as" : ""});
  for (const RegionChange &R : Report.Regions)
    T.addRow({R.Name, grouped(R.Used.Before), grouped(R.Used.After), saved(R.Used),
              R.Length ? grouped(R.Length) : "", percentOf(R.Used.After, R.Length),
              !Limited || (R.Used.Before == 0 && R.Used.After == 0) ? ""
              : R.Kind == MemoryKind::Ram                           ? "RAM"
                                                                    : "flash"});
  T.print(OS);
}

void TextPrinter::printAccount() {
  if (!Report.Account)
    return;
  OS << "\n";
  Table T("lrrrr");
  auto AddRow = [&](StringRef Name, SizeChange Stored, SizeChange Ram) {
    const SizeChange &Size = hasFlash() ? Stored : Ram;
    T.addRow({Name.str(), grouped(Size.Before), grouped(Size.After), saved(Size),
              hasFlash() ? saved(Ram) : ""});
  };
  T.addRow({"where it went", hasFlash() ? "flash before" : "RAM before", "after", "saved",
            hasFlash() ? "RAM saved" : ""});
  for (const CategoryChange &C : Report.Account->Categories)
    if (C.Stored.Before || C.Stored.After || C.Ram.Before || C.Ram.After)
      AddRow(categoryName(C.Category), C.Stored, C.Ram);
  AddRow("total", Report.Stored, Report.Ram);
  T.print(OS);

  // Kernels have a list of their own.
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
  Table L("rll");
  for (const InputChange *I : ArrayRef(Others).take_front(Shown)) {
    // The folder of a library matters less than its name here.
    StringRef File = Verbose ? StringRef(I->File) : StringRef(I->File).rsplit('/').second;
    if (File.empty())
      File = I->File;
    const std::string Section = sectionText(I->Section);
    L.addRow({saved(I->Size), Verbose ? Section : shortened(Section),
              File.str() + (I->Member.empty() ? "" : "(" + I->Member + ")")});
  }
  L.print(OS);
  if (Shown < Others.size())
    OS << "  and " << counted(Others.size() - Shown, "other") << " (--verbose)\n";
}

/// Kernels of a list that is too long to be read, by library.
template <class Kernel> void TextPrinter::printLibraries(const std::vector<Kernel> &Kernels) {
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
  Table T("lrrr");
  for (const auto &[Name, Library] : Libraries)
    T.addRow({Name, counted(Library.Count, "kernel"), counted(Library.Ops.size(), "operator"),
              grouped(Library.Size) + " B of code of their own"});
  T.print(OS);
}

void TextPrinter::printKept() {
  OS << "\n  kept: " << counted(Report.Kept.size(), "kernel");
  if (!Verbose && Report.Kept.size() > LongList) {
    OS << ", which --verbose names\n";
    printLibraries(Report.Kept);
    return;
  }
  OS << "\n";
  Table T("lrl");
  for (const KeptKernel *K : sortedByName(Report.Kept)) {
    std::vector<std::string> Askers = K->AskedBy;
    llvm::sort(Askers);
    size_t Shown = Verbose ? Askers.size() : std::min(Askers.size(), AskersShown);
    std::string Who = join(ArrayRef(Askers).take_front(Shown), ", ");
    if (Shown < Askers.size())
      Who += " and " + counted(Askers.size() - Shown, "other");
    T.addRow({kernelText(*K), grouped(K->CodeSize) + " B", Who});
  }
  T.print(OS);
}

void TextPrinter::printDropped() {
  if (Report.Dropped.empty())
    return;
  uint64_t Sum = 0;
  struct PerOp {
    size_t Count = 0;
    uint64_t Size = 0;
  };
  std::map<std::string, PerOp> Ops;
  for (const DroppedKernel &K : Report.Dropped) {
    Sum += K.CodeSize;
    ++Ops[K.Op].Count;
    Ops[K.Op].Size += K.CodeSize;
  }
  OS << "\n  dropped: " << counted(Report.Dropped.size(), "kernel") << " of "
     << counted(Ops.size(), "operator") << ", " << grouped(Sum) << " B of code of their own";
  if (!Verbose && Report.Dropped.size() > LongList) {
    OS << ", which --verbose names\n";
    printLibraries(Report.Dropped);
    return;
  }
  OS << "\n";
  if (Verbose) {
    Table T("lr");
    for (const DroppedKernel *K : sortedByName(Report.Dropped))
      T.addRow({kernelText(*K), grouped(K->CodeSize) + " B"});
    T.print(OS);
    return;
  }
  // Names side by side: there may be hundreds.
  std::string Line = "  ";
  for (const auto &[Op, Numbers] : Ops) {
    std::string Item = Op + " (" +
                       (Numbers.Count > 1 ? utostr(Numbers.Count) + ", " : std::string()) +
                       grouped(Numbers.Size) + " B)";
    if (Line.size() > 2 && Line.size() + 2 + Item.size() > LineWidth) {
      OS << Line << ",\n";
      Line = "  ";
    }
    Line += (Line.size() > 2 ? ", " : "") + Item;
  }
  OS << Line << "\n";
}

void TextPrinter::printLeftover() {
  if (Report.Leftover.empty())
    return;
  OS << "\n  not selected, but still there: " << counted(Report.Leftover.size(), "kernel") << "\n";
  Table T("lrl");
  for (const LeftoverKernel *K : sortedByName(Report.Leftover)) {
    std::vector<std::string> Referrers = K->Referrers;
    llvm::sort(Referrers);
    T.addRow({kernelText(*K), grouped(K->CodeSize) + " B",
              Referrers.empty() ? "kept by the linker script or an option"
                                : "called by " + join(Referrers, ", ")});
  }
  T.print(OS);
}

void TextPrinter::printSections() {
  OS << "\n";
  Table T("lrrrl");
  T.addRow({"section", "before", "after", "saved", ""});
  for (const SectionChange &S : Report.Sections)
    T.addRow({S.Name, grouped(S.Size.Before), grouped(S.Size.After), saved(S.Size),
              S.Loaded ? "" : "not loaded"});
  T.print(OS);
}

} // namespace

void printTextReport(const PruneReport &Report, const TextReportOptions &Options, raw_ostream &OS) {
  TextPrinter(Report, Options.Verbose, OS).print();
}

} // namespace etprune
