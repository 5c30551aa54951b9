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

#include "Link/LinkKernels.h"

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

// The targets.
void fuzzArchive(llvm::StringRef Bytes);
void fuzzBundle(llvm::StringRef Bytes);
void fuzzCommand(llvm::StringRef Bytes);
void fuzzDependencyFile(llvm::StringRef Bytes);
void fuzzDictionary(llvm::StringRef Bytes);
void fuzzExecutor(llvm::StringRef Bytes);
void fuzzImage(llvm::StringRef Bytes);
void fuzzManifest(llvm::StringRef Bytes);
void fuzzMap(llvm::StringRef Bytes);
void fuzzModel(llvm::StringRef Bytes);
void fuzzObject(llvm::StringRef Bytes);
void fuzzSchema(llvm::StringRef Bytes);
void fuzzScript(llvm::StringRef Bytes);
void fuzzSelection(llvm::StringRef Bytes);

} // namespace etprune::fuzz
