// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles bitcode to machine code with the program et-lld (tools/et-narrow), which runs confined
// because LLVM's bitcode reader trusts its input.

#pragma once

#include "Link/Lto/CodeRequest.h"

namespace etprune {

/// Runs et-lld with `Task`, --compile or --narrow, and returns its answer.
llvm::Expected<std::string> runCodeProgram(const char *Task, const CodeRequest &Request);

/// Removes an object from the front of an answer, and returns it.
llvm::Expected<llvm::StringRef> takeObject(llvm::StringRef &Answer);

/// Compiles bitcode to objects, in order. Each keeps its bitcode, hidden from linkers.
llvm::Expected<std::vector<std::string>> compileBitcode(std::vector<BitcodeObject> Objects);

} // namespace etprune
