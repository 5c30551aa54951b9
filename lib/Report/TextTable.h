// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the reports for people lay out their tables, and write the names of a program in them.

#pragma once

#include "Report/ReportRow.h"

namespace etprune {

constexpr size_t LineWidth = 100;
/// The widest name of an input section: with its size and object it makes a line of about 120.
constexpr size_t NameWidth = 56;

/// Columns as wide as their widest cell, below their headings if they have any.
void printTable(const ReportRows &Rows, llvm::raw_ostream &OS);

/// The name without its middle, where it is too long.
std::string shortened(llvm::StringRef Name, size_t Width);

/// `.text._ZN1a1bEv` as ".text.a::b()": compilers append the name of what a section holds.
std::string sectionText(llvm::StringRef Section);

} // namespace etprune
