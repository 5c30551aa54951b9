// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the kernels of a plan to the entries of its registration table.
//
// A kernel's record mostly is its entry: operator, key, function. ExecuTorch's own registry is why
// there is a difference. It looks up the text that it makes of a call's tensors, so that a key that
// stands for many calls, as those of ET_KERNEL do, is never found there. The tool knows the calls
// of the selected models and writes their keys, or no key where one kernel is all that is wanted of
// an operator.
//
// A program repeats the result as a call's last argument, and so does the text; keys in yaml files
// may leave it out. The kernel's schema tells which of both a key is; where it cannot, since a
// tensor may be absent from a call, both are written.

#pragma once

#include "Registry/KernelRecord.h"
#include "Selection/Selection.h"

namespace etprune {

/// A kernel as the image's table has it.
struct TableEntry {
  const KernelRecord *Record;
  std::optional<std::string> Key; ///< none: a fallback
};

struct PlannedKernel {
  const KernelRecord *Record;
  std::set<Asker> Askers;
  /// The calls that it is wanted for, as the texts that ExecuTorch's own registry makes of them.
  std::set<std::string> Calls = {};
  /// Who wants it for calls that nothing names: those of a dtype, or all.
  std::set<Asker> WithoutCalls = {};
  /// The dtypes that it is wanted for, where the program registers it itself; of no meaning where
  /// it is wanted for any.
  CallDtypesSet Dtypes = {};
  bool HasAnyDtypes = false;
};

/// True if a key of a selection stands for the calls of one text: it has the order of dimensions of
/// each tensor.
bool isKeyOfCall(llvm::StringRef Key);

/// The texts of the calls that a key stands for, of a kernel whose schema says what it takes.
std::vector<std::string> textsOfCalls(llvm::StringRef Key,
                                      const std::optional<CallArguments> &Taken);

/// The table of a program that is to have `Kept`, which is in table order. `ComparesKeys`: it is
/// read by ExecuTorch's own registry. An error where calls would have to be known and are not.
llvm::Expected<std::vector<TableEntry>> tableEntries(llvm::ArrayRef<PlannedKernel> Kept,
                                                     bool ComparesKeys);

/// The table of the link with all kernels: those that the program does not register itself.
std::vector<TableEntry> fullTable(llvm::ArrayRef<PlannedKernel> Kept);

} // namespace etprune
