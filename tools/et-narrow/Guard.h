// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes the guard: the function that replaces a kernel in the registration table. It checks the
// dtypes of a call's tensors and calls the copy for these dtypes.
//
// A call that matches no selected call ends in the context's error, before the kernel computes or
// writes anything. One small function checks the calls of all kernels. Each kernel has a table with
// a row for each kind of call. For each argument, a row has the index of a set of dtypes.

#pragma once

#include "Layout.h"

#include "Link/Lto/CodeRequest.h"

#include "llvm/ADT/ArrayRef.h"

#include <string>
#include <vector>

/// A kind of call, and the function that serves it.
struct GuardedCall {
  /// The possible dtypes of each argument. The last set is for all further arguments, too.
  std::vector<uint64_t> Sets;
  llvm::Function *Copy;
};

class Guard {
public:
  Guard(llvm::Module &M, const Layout &Members) : M(M), Members(Members) {}

  /// True if the guard can read the arguments of such a function.
  static bool knowsArguments(const llvm::FunctionType &Boxed);

  /// Defines `Symbol` with the type of the copies. Null if the calls have too many sets. If the
  /// program logs, a refused call logs `Refusal`.
  llvm::Function *add(llvm::StringRef Symbol, llvm::StringRef Refusal,
                      llvm::ArrayRef<GuardedCall> Calls);

  void finish();

private:
  std::optional<uint8_t> setNumber(uint64_t Dtypes);
  llvm::Function *rowFunction(const llvm::Function &Like);
  void defineRow();
  llvm::Function *defineAllows();

  llvm::Module &M;
  const Layout Members;
  std::vector<uint64_t> Sets;
  llvm::Function *Row = nullptr;
  llvm::GlobalVariable *SetTable = nullptr;
};
