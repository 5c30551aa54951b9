// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dependency files in Make's syntax, as linkers write them for --dependency-file.

#pragma once

#include "llvm/Support/Error.h"

namespace etprune {

/// The prerequisites of all rules.
std::vector<std::string> parseDependencyFile(llvm::StringRef Text);

/// Fails unless the file is complete, because GNU ld reports no error if the disk is full.
llvm::Error checkDependencyFile(llvm::StringRef Text);

/// Formats one rule, and an empty rule for every prerequisite: make then accepts removed files.
std::string formatDependencyFile(llvm::StringRef Target, llvm::ArrayRef<std::string> Names);

} // namespace etprune
