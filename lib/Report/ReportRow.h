// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rows of the report's tables. Each row is described once for both forms of the report: it is
// an object of the JSON and a line of the text. Only the names of columns differ, and the text
// shortens names that are too long for a terminal.

#pragma once

#include "Report/Report.h"

#include "llvm/Support/JSON.h"

namespace etprune {

struct ReportRow {
  struct Cell {
    llvm::StringRef Heading; ///< empty in all rows of a table without headings
    std::string Text;
    bool IsNumber; ///< aligned right
  };
  llvm::json::Object Fields; ///< of the JSON object
  std::vector<Cell> Cells;   ///< of the line of text

  ReportRow &field(llvm::StringRef Name, llvm::json::Value Value) {
    Fields[Name] = std::move(Value);
    return *this;
  }
  /// Adds text that may not be UTF-8, which JSON requires: paths and section names come from
  /// outside.
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
  ReportRow &numbers(SizeChange Size);
};

llvm::json::Object bytesJson(const MemoryBytes &Bytes);

/// "-91.5%", or "" if there is nothing to compare with.
std::string percentChange(SizeChange Size);

using ReportRows = std::vector<ReportRow>;

/// The most columns of a line of text, except for names that are never shortened.
constexpr size_t LineWidth = 100;

/// The widths of a text table's columns, without the two blanks before each.
std::vector<size_t> columnWidths(const ReportRows &Rows);
/// The columns that a table's lines leave for a further cell.
size_t roomBehind(const ReportRows &Rows);

ReportRows regionRows(const PruneReport &Report);
ReportRows sectionRows(const PruneReport &Report);
ReportRow categoryRow(llvm::StringRef Name, SizeChange Stored, SizeChange Ram, bool HasFlash);
/// `Section` and `File` are the names in the text.
ReportRow inputRow(const InputChange &Input, const llvm::Twine &Section, llvm::StringRef File);
// Kernels are sorted by name. Verbose texts have all askers and referrers, as the JSON does.
ReportRows keptRows(const PruneReport &Report, bool Verbose);
ReportRows droppedRows(const PruneReport &Report);
ReportRows leftoverRows(const PruneReport &Report, bool Verbose);

} // namespace etprune
