// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dependency files in Make's syntax, as linkers write them for --dependency-file.

#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace etprune {

/// The prerequisites of all rules, in order.
std::vector<std::string> parseDependencyFile(llvm::StringRef Text);

/// Fails unless a linker wrote all of it: where its disk is full, GNU ld ends without a word.
llvm::Error checkDependencyFile(llvm::StringRef Text);

/// One rule, and an empty one for every prerequisite, so that a file that went does not stop make.
std::string formatDependencyFile(llvm::StringRef Target, llvm::ArrayRef<std::string> Names);

} // namespace etprune
