// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the reports for people lay out their tables, and write the names of a program in them.

#pragma once

#include "Report/ReportRow.h"

namespace etprune {

/// The widest name of a section or a function, where other columns leave it so much.
constexpr size_t NameWidth = 56;

/// Columns as wide as their widest cell, below their headings if they have any.
void printTable(const ReportRows &Rows, llvm::raw_ostream &OS);

/// The name without its middle, where it is too long.
std::string shortened(llvm::StringRef Name, size_t Width);

/// A name of the program as people read it: "a::b()" for `_ZN1a1bEv`, also where it ends another
/// name, as in `.text._ZN1a1bEv`, to which compilers append what a section holds.
std::string shownName(llvm::StringRef Name, bool Demangle = true);
/// The same in at most so many columns: a function without its parameters.
std::string shortName(llvm::StringRef Name, bool Demangle, size_t Width);

/// Texts side by side, with commas between them, behind `Lead` in lines of LineWidth.
void printWrapped(llvm::StringRef Lead, llvm::ArrayRef<std::string> Texts, llvm::raw_ostream &OS);

} // namespace etprune
