// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every reader of files that may come from strangers has a fuzz target.
//
// A target reads the bytes of a file and uses the result as the tools do. The target also calls
// require() to check the result: for example, that a selection can be written and read again.
//
// et-fuzz runs the targets with libFuzzer, which needs clang. et-fuzz-replay runs the targets on
// given files and can be built with any compiler.

#pragma once

#include "Link/Inputs/LinkKernels.h"

namespace etprune::fuzz {

struct Target {
  llvm::StringLiteral Name;
  void (*Run)(llvm::StringRef Bytes);
};

const Target *findTarget(llvm::StringRef Name);
llvm::ArrayRef<Target> allTargets();

/// Aborts unless `Holds`. The fuzzer reports the abort as a finding.
void require(bool Holds, llvm::StringRef What);

/// Returns false if `Result` is an error. Requires that the error has a message.
template <class T> bool isRead(llvm::Expected<T> &Result) {
  if (Result)
    return true;
  require(!toString(Result.takeError()).empty(), "an error has no message");
  return false;
}

/// Makes three plans for a link: all kernels stay, one kernel stays, no kernel stays. For each
/// plan, makes the object edits and the table.
void useKernels(llvm::ArrayRef<const InputObject *> Objects, llvm::ArrayRef<KernelRecord> Records,
                const llvm::StringSet<> &RootSymbols);

#define ET_FUZZ_TARGETS(TARGET)                                                                    \
  TARGET("archive", fuzzArchive)                                                                   \
  TARGET("bundle", fuzzBundle)                                                                     \
  TARGET("bundled-model", fuzzModel)                                                               \
  TARGET("command", fuzzCommand)                                                                   \
  TARGET("dependency-file", fuzzDependencyFile)                                                    \
  TARGET("dictionary", fuzzDictionary)                                                             \
  TARGET("executor", fuzzExecutor)                                                                 \
  TARGET("image", fuzzImage)                                                                       \
  TARGET("manifest", fuzzManifest)                                                                 \
  TARGET("map", fuzzMap)                                                                           \
  TARGET("model", fuzzModel)                                                                       \
  TARGET("object", fuzzObject)                                                                     \
  TARGET("schema", fuzzSchema)                                                                     \
  TARGET("script", fuzzScript)                                                                     \
  TARGET("selection", fuzzSelection)
#define ET_FUZZ_TARGET(name, function) void function(llvm::StringRef Bytes);
ET_FUZZ_TARGETS(ET_FUZZ_TARGET)
#undef ET_FUZZ_TARGET

} // namespace etprune::fuzz
