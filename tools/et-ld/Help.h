// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the wrapper says of itself. Under a linker's name it has nothing to say: there --help and
// --version are the linker's. Under its own name it stands for no linker unless the environment
// names one, so a user has called it to learn what it is.

#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

namespace etprune {

/// `Name` is the one that the program was called by.
bool asksForHelp(llvm::StringRef Name, llvm::ArrayRef<std::string> Args);

void printHelp(llvm::ArrayRef<std::string> Args, llvm::raw_ostream &OS);

} // namespace etprune
