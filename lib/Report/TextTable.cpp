// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Report/TextTable.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Demangle/Demangle.h"

using namespace llvm;

namespace etprune {

void printTable(const ReportRows &Rows, raw_ostream &OS) {
  if (Rows.empty())
    return;
  std::vector<size_t> Widths;
  for (const ReportRow::Cell &Cell : Rows.front().Cells)
    Widths.push_back(Cell.Heading.size());
  const bool HasHeadings = llvm::any_of(Widths, [](size_t Width) { return Width != 0; });
  for (const ReportRow &Row : Rows)
    for (auto [Cell, Width] : llvm::zip_equal(Row.Cells, Widths))
      Width = std::max(Width, Cell.Text.size());
  auto PrintLine = [&](const ReportRow &Row, bool IsHeading) {
    std::string Line = "  ";
    for (const auto &[Cell, Width] : llvm::zip_equal(Row.Cells, Widths)) {
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

std::string sectionText(StringRef Section) {
  const size_t Mangled = Section.find("._Z");
  if (Mangled == StringRef::npos)
    return Section.str();
  return (Section.take_front(Mangled + 1) + demangle(Section.drop_front(Mangled + 1))).str();
}

} // namespace etprune
