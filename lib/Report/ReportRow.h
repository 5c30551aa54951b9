// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rows of the reports' tables. One ReportRow describes both an object of the JSON report and a
// line of the text report, so that the two reports agree. The text has its own headings, and
// shortens names that are too long for a terminal.

#pragma once

#include "Report/Report.h"

namespace etprune {

struct ReportRow {
  struct Cell {
    llvm::StringRef Heading; ///< empty in all rows of a table without headings
    std::string Text;
    bool IsNumber; ///< aligned right
  };
  llvm::json::Object Fields;
  std::vector<Cell> Cells;

  ReportRow &field(llvm::StringRef Name, llvm::json::Value Value) {
    Fields[Name] = std::move(Value);
    return *this;
  }
  /// Replaces bytes that are not UTF-8. Paths and section names can have such bytes; JSON cannot.
  ReportRow &textField(llvm::StringRef Name, llvm::StringRef Text) {
    return field(Name, llvm::json::fixUTF8(Text));
  }
  template <class Range> ReportRow &textsField(llvm::StringRef Name, const Range &Texts) {
    llvm::json::Array List;
    for (llvm::StringRef Text : Texts)
      List.push_back(llvm::json::fixUTF8(Text));
    return field(Name, std::move(List));
  }

  ReportRow &cell(llvm::StringRef Heading, const llvm::Twine &Text, bool IsNumber = false) {
    Cells.push_back({Heading, Text.str(), IsNumber});
    return *this;
  }
  ReportRow &number(llvm::StringRef Heading, const llvm::Twine &Text) {
    return cell(Heading, Text, /*IsNumber=*/true);
  }
  ReportRow &numbers(SizeChange Size);
};

using ReportRows = std::vector<ReportRow>;

inline llvm::json::Value toJSON(const ReportRow &Row) { return llvm::json::Object(Row.Fields); }
inline llvm::json::Value toJSON(const MemoryBytes &Bytes) {
  return llvm::json::Object{{"flash", Bytes.Flash}, {"ram", Bytes.Ram}};
}
inline llvm::json::Value toJSON(const SizeChange &Size) {
  return llvm::json::Object{{"before", Size.Before}, {"after", Size.After}};
}

std::string percentChange(SizeChange Size);

/// The largest width of a line of text. Long names of operators and files can make it wider.
constexpr size_t LineWidth = 100;
constexpr size_t NameWidth = 56;

/// Prints headings if there are any, and leaves out empty columns.
void printTable(const ReportRows &Rows, llvm::raw_ostream &OS, llvm::StringRef Indent = "  ");
/// Returns the width that one more cell at the end of each row can have; 0 if there is no room.
size_t roomBehind(const ReportRows &Rows);

/// Prints `Lead` and then the texts, separated by commas. Lines are broken at LineWidth.
void printWrapped(llvm::StringRef Lead, llvm::ArrayRef<std::string> Texts, llvm::raw_ostream &OS);

/// Returns the name. If it is longer than `Width`, "..." replaces its middle.
std::string shortened(llvm::StringRef Name, size_t Width);
/// A demangled name: "a::b()" for `_ZN1a1bEv`. Also demangles a symbol at the end of a section's
/// name, as in `.text._ZN1a1bEv`.
std::string shownName(llvm::StringRef Name, bool Demangle = true);
/// shownName() in at most `Width` columns. A function that is too long loses its parameters first.
std::string shortName(llvm::StringRef Name, bool Demangle, size_t Width);

ReportRows regionRows(const PruneReport &Report);
ReportRows sectionRows(const PruneReport &Report);
/// Without `HasFlash`, the text shows only the bytes of RAM.
ReportRow categoryRow(const CategoryChange &Change, llvm::StringRef Name, bool HasFlash);
/// The text shows `Section` and `File`, which may be shortened. The JSON has the names in `Input`.
ReportRow inputRow(const InputChange &Input, const llvm::Twine &Section, llvm::StringRef File);
// Kernels are sorted by name. The JSON has all askers and referrers; the text has all of them only
// if `Verbose`.
ReportRows keptRows(const PruneReport &Report, bool Verbose);
ReportRows droppedRows(const PruneReport &Report);
ReportRows leftoverRows(const PruneReport &Report, bool Verbose);

} // namespace etprune
