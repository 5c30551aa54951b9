// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The function that the registration table has in a kernel's place: it looks at the dtypes of a
// call's tensors, and goes on to the copy that was made for them.
//
// A call that none of the selected ones is like ends in the context's error, before anything is
// computed or written. One small function does this for all kernels, going by a table of theirs: a
// row for each kind of call, in it the number of a set of dtypes for each argument.

#pragma once

#include "Layout.h"

#include "Link/Lto/CodeRequest.h"

#include "llvm/ADT/ArrayRef.h"

#include <string>
#include <vector>

/// A kind of call, and the function that serves it.
struct GuardedCall {
  std::vector<uint64_t> Sets; ///< of dtypes, by argument; the last for all further ones
  llvm::Function *Copy;
};

class Guard {
public:
  Guard(llvm::Module &M, const Layout &Members) : M(M), Members(Members) {}

  /// Whether the arguments of such a function can be looked at.
  static bool knowsArguments(const llvm::FunctionType &Boxed);

  /// Defines `Symbol`, of the type of the copies. Null where the calls have too many sets. Where
  /// the program logs, `Refusal` is logged for calls that are refused.
  llvm::Function *add(llvm::StringRef Symbol, llvm::StringRef Refusal,
                      llvm::ArrayRef<GuardedCall> Calls);

  /// Completes the shared function and its table.
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
