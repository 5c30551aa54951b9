// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes the entries of a plan's registration table.
//
// For most programs, a kernel's entry has the operator, key and function of its record.
// ExecuTorch's own registry needs other entries. It looks up the text of a call's tensors, so it
// never finds a key that stands for many calls, such as the keys of ET_KERNEL. For this registry,
// the text of each call of the selected models becomes a key. An entry has no key if the selection
// needs only one kernel of the operator.
//
// A program repeats the result as a call's last argument, and so does the text. Keys in yaml files
// may lack the result. The kernel's schema tells if a key contains it. If the schema cannot tell,
// because a tensor may be absent from a call, the table gets both texts: the key, and the key with
// the repeated result.

#pragma once

#include "Registry/KernelRecord.h"
#include "Selection/Selection.h"

namespace etprune {

/// A kernel of the image's table.
struct TableEntry {
  const KernelRecord *Record;
  std::optional<std::string> Key; ///< none: a fallback
};

struct PlannedKernel {
  const KernelRecord *Record;
  std::set<Asker> Askers;
  /// The selected calls of this kernel, as the texts that ExecuTorch's own registry makes of them.
  std::set<std::string> Calls = {};
  /// The askers that want the kernel without naming calls: for all calls of a dtype, or for all
  /// calls.
  std::set<Asker> WithoutCalls = {};
  /// The wanted dtypes of a kernel that the program registers itself. Unused if it is wanted for
  /// all dtypes.
  CallDtypesSet Dtypes = {};
  bool HasAnyDtypes = false;
};

/// True if the key has a dim order for each tensor. It is then the text of a call.
bool isKeyOfCall(llvm::StringRef Key);

/// The texts of the calls that a key stands for, given the arguments that the kernel takes.
std::vector<std::string> textsOfCalls(llvm::StringRef Key,
                                      const std::optional<CallArguments> &Taken);

/// The table of a program with the kernels `Kept`, which are in table order. `ComparesKeys` is true
/// if ExecuTorch's own registry reads the table. Then the texts of calls become keys, and this
/// function fails if it needs the calls of a kernel that was selected without calls.
llvm::Expected<std::vector<TableEntry>> tableEntries(llvm::ArrayRef<PlannedKernel> Kept,
                                                     bool ComparesKeys);

/// The table of the link with all kernels, without kernels that the program registers itself.
std::vector<TableEntry> fullTable(llvm::ArrayRef<PlannedKernel> Kept);

} // namespace etprune
