// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Machine code of bitcode, by the program et-lld (tools/et-narrow). It runs confined, because
// LLVM's reader of bitcode believes all that it reads.

#pragma once

#include "Link/Lto/CodeRequest.h"

#include "llvm/ADT/ArrayRef.h"

namespace etprune {

/// Runs et-lld with `Task`, --compile or --narrow, and gives its answer.
llvm::Expected<std::string> runCodeProgram(const char *Task, const CodeRequest &Request);

/// Takes an object from the front of an answer.
llvm::Expected<llvm::StringRef> takeObject(llvm::StringRef &Answer);

/// Compiles bitcode to objects, in order. The bitcode stays in each, hidden from linkers
/// (Object/IntermediateCode.h).
llvm::Expected<std::vector<std::string>> compileBitcode(std::vector<BitcodeObject> Objects);

} // namespace etprune
