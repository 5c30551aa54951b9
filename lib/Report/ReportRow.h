// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rows of the report's tables, each described once for both forms of the report: a row is an
// object of the JSON and a line of the text. What differs is what a column is called, and that the
// text cuts what is too long for a terminal.

#pragma once

#include "Report/Report.h"

#include "llvm/Support/JSON.h"

namespace etprune {

struct ReportRow {
  struct Cell {
    llvm::StringRef Heading; ///< empty in all rows of a table that has none
    std::string Text;
    bool IsNumber; ///< at the right of its column
  };
  llvm::json::Object Fields; ///< of the JSON's object
  std::vector<Cell> Cells;   ///< of the text's line

  ReportRow &field(llvm::StringRef Name, llvm::json::Value Value) {
    Fields[Name] = std::move(Value);
    return *this;
  }
  /// Text that need not be UTF-8, which JSON is: paths and section names come from outside.
  ReportRow &textField(llvm::StringRef Name, llvm::StringRef Text);
  ReportRow &textsField(llvm::StringRef Name, llvm::ArrayRef<std::string> Texts);
  ReportRow &sizeField(llvm::StringRef Name, SizeChange Size);

  ReportRow &cell(llvm::StringRef Heading, const llvm::Twine &Text, bool IsNumber = false) {
    Cells.push_back({Heading, Text.str(), IsNumber});
    return *this;
  }
  ReportRow &number(llvm::StringRef Heading, const llvm::Twine &Text) {
    return cell(Heading, Text, /*IsNumber=*/true);
  }
  /// "before", "after" and "saved".
  ReportRow &numbers(SizeChange Size);
};

/// The fields "flash" and "ram".
llvm::json::Object bytesJson(const MemoryBytes &Bytes);

/// "-91.5%", or "" where there is nothing to compare with.
std::string percentChange(SizeChange Size);

using ReportRows = std::vector<ReportRow>;

/// A text's lines have at most so many columns, where names that are not cut allow it.
constexpr size_t LineWidth = 100;

/// The columns of a table of the text, without the two blanks before each.
std::vector<size_t> columnWidths(const ReportRows &Rows);
/// The room that a table's lines have left for a further column.
size_t roomBehind(const ReportRows &Rows);

ReportRows regionRows(const PruneReport &Report);
ReportRows sectionRows(const PruneReport &Report);
ReportRow categoryRow(llvm::StringRef Name, SizeChange Stored, SizeChange Ram, bool HasFlash);
/// With the names that the text has for the section and its file.
ReportRow inputRow(const InputChange &Input, const llvm::Twine &Section, llvm::StringRef File);
// Kernels are sorted by name. Verbose texts have all askers and referrers, as the JSON has.
ReportRows keptRows(const PruneReport &Report, bool Verbose);
ReportRows droppedRows(const PruneReport &Report);
ReportRows leftoverRows(const PruneReport &Report, bool Verbose);

} // namespace etprune
