// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes a kernel's guard: the function that replaces the kernel in the registration table. The
// guard reads the dtypes of a call's tensors and calls the kernel's copy for these dtypes
// (Clones.h). If the user selected no call with these dtypes, the guard sets the context's error
// instead.
//
// Each kernel has a table with a row for each kind of call. For each argument, a row has the index
// of a set of dtypes. All guards call one shared function, which finds the row for a call.

#pragma once

#include "Layout.h"

#include "Link/Lto/CodeRequest.h"

#include "llvm/ADT/ArrayRef.h"

#include <string>
#include <vector>

/// A kind of call, and the copy of the kernel that serves it.
struct GuardedCall {
  /// The possible dtypes of each argument. The last set is for all further arguments, too.
  std::vector<uint64_t> Sets;
  llvm::Function *Copy;
};

/// Narrows the loads of the arguments' dtypes if these differ. For example, no input of a
/// comparison of two Floats can be Bool.
void narrowArguments(const GuardedCall &Call, const Layout &Members);

class Guard {
public:
  Guard(llvm::Module &M, const Layout &Members) : M(M), Members(Members) {}

  /// True if the guard can read the arguments of such a function.
  static bool knowsArguments(const llvm::FunctionType &Boxed);

  /// Defines the guard as function `Symbol`. Null if the calls or their sets are too many for the
  /// tables. If the program logs, the guard logs `Refusal` for a call that no copy serves.
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
