// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The layout of tables in text reports, and the names of a program in them.

#pragma once

#include "Report/ReportRow.h"

namespace etprune {

/// The widest name of a section or a function, if other columns leave enough room.
constexpr size_t NameWidth = 56;

/// Prints columns as wide as their widest cell, below their headings if there are any. Leaves out
/// empty columns.
void printTable(const ReportRows &Rows, llvm::raw_ostream &OS, llvm::StringRef Indent = "  ");

/// The name without its middle if it is too long.
std::string shortened(llvm::StringRef Name, size_t Width);

/// A demangled name: "a::b()" for `_ZN1a1bEv`. Also demangles a symbol at the end of a section's
/// name, as in `.text._ZN1a1bEv`.
std::string shownName(llvm::StringRef Name, bool Demangle = true);
/// shownName() in at most `Width` columns. A function that is too long loses its parameters first.
std::string shortName(llvm::StringRef Name, bool Demangle, size_t Width);

/// Prints texts with commas between them after `Lead`, in lines of LineWidth.
void printWrapped(llvm::StringRef Lead, llvm::ArrayRef<std::string> Texts, llvm::raw_ostream &OS);

} // namespace etprune
