// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes a kernel's guard: the function that replaces the kernel in the registration table. The
// guard reads the dtypes of a call's tensors and calls the kernel's copy for these dtypes
// (Clones.h). For other dtypes, the guard sets the error in ExecuTorch's KernelRuntimeContext.
//
// Each guard has a table with a row for each GuardedCall. For each argument, a row has the index
// of a set of dtypes. All guards call one shared function, which finds the row for a call.

#pragma once

#include "Layout.h"

#include "Link/Lto/CodeRequest.h"

#include "llvm/ADT/ArrayRef.h"

#include <string>
#include <vector>

/// Selected calls, and the copy of the kernel that serves these calls.
struct GuardedCall {
  /// The selected dtypes of each argument: bit `t` for dtype `t`. More arguments use the last set.
  std::vector<uint64_t> Sets;
  llvm::Function *Copy;
};

/// Narrows each load of an argument's dtype in `Call.Copy` to the dtypes of this argument. For
/// example, a comparison of two Floats has a Bool output, but its inputs cannot be Bool.
void narrowArguments(const GuardedCall &Call, const Layout &Members);

class Guard {
public:
  Guard(llvm::Module &M, const Layout &Members) : M(M), Members(Members) {}

  /// True if a guard can read the arguments of a function of this type.
  static bool knowsArguments(const llvm::FunctionType &Boxed);

  /// Defines the guard as function `Symbol`. Returns null if calls or sets are too many for the
  /// tables' one-byte numbers. If the program logs, the guard logs `Refusal` for unselected calls.
  llvm::Function *add(llvm::StringRef Symbol, llvm::StringRef Refusal,
                      llvm::ArrayRef<GuardedCall> Calls);

  void finish(); ///< defines the shared function and its table of sets, after all calls of add()

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
