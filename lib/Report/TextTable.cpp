// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Report/ReportRow.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Demangle/Demangle.h"

using namespace llvm;

namespace etprune {

/// The widths of a text table's columns, without the two blanks before each.
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

/// The part of a name before a mangled name at its end: ".text.", "unwind entry of ". Without a
/// mangled name, the whole name.
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
  const std::string Mangled =
      Name.drop_front(Lead.size()).str(); // the demangled parts point into it
  ItaniumPartialDemangler Parts;
  if (Shown.size() <= Width || !Demangle || Lead.size() >= Width ||
      Parts.partialDemangle(Mangled.c_str()) || !Parts.isFunction())
    return shortened(Shown, Width);
  // The name identifies the function, and its parameters do not.
  size_t Size = 0;
  if (char *Function = Parts.getFunctionName(nullptr, &Size)) {
    Shown = std::string(Function) + "(...)";
    std::free(Function);
  }
  // The inner scopes say more than the outer ones.
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

} // namespace etprune
