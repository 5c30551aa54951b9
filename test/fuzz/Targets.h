// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is fuzzed: every reader of something that may come from somebody else.
//
// A target takes bytes, reads them as the tool does and then uses what was read as the tool does.
// It asks for more than that nothing crashes: what can be read can be written and read again, an
// edited object is still an object, and so on (require()).
//
// Two programs run the targets: et-fuzz with libFuzzer, and et-fuzz-replay, which every compiler
// builds, on files that are given.

#pragma once

#include "Link/Inputs/LinkKernels.h"

namespace etprune::fuzz {

struct Target {
  llvm::StringLiteral Name;
  void (*Run)(llvm::StringRef Bytes);
};

/// Null for an unknown name.
const Target *findTarget(llvm::StringRef Name);
llvm::ArrayRef<Target> allTargets();

/// Aborts, which is a finding, unless `Holds`.
void require(bool Holds, llvm::StringRef What);

/// Whether something could be read; its error must say something.
template <class T> bool isRead(llvm::Expected<T> &Result) {
  if (Result)
    return true;
  require(!toString(Result.takeError()).empty(), "an error has no message");
  return false;
}

/// Plans with all, one and none of a link's kernels, the edits and the table of each.
void useKernels(llvm::ArrayRef<const InputObject *> Objects, llvm::ArrayRef<KernelRecord> Records,
                const llvm::StringSet<> &RootSymbols);

// The targets, by name and function.
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
