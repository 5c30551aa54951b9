// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dtypes of the calls for which a kernel key of a selection stands.
//
// A model's selection has the calls besides their keys. A selection by names of dtypes allows each
// dtype in any place. Any other key has an entry for each plain tensor. Keys of ExecuTorch's
// gen_oplist.py also have an entry for each list of tensors, with the dtype of its first tensor.
// The key does not mark such entries, but the kernel's function takes a known number of plain
// tensors: further entries are for lists. A build of ExecuTorch for such a selection keeps the same
// dtypes.

#pragma once

#include "Registry/KernelRecord.h"
#include "Selection/Selection.h"

namespace etprune {

/// The dtype of a key that means a dtype, not a call: one entry without dim order.
std::optional<uint8_t> dtypeOnly(llvm::StringRef Key);

/// The dtypes of `Key`, which `Op` has, in calls of a kernel that serves it.
CallDtypesSet dtypesOf(const SelectedOp &Op, llvm::StringRef Key, const KernelRecord &Kernel);

} // namespace etprune
