// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dtypes of the calls for which a kernel key of a selection stands.
//
// A model has its calls beside its keys. Names of dtypes allow each of them anywhere. Any other key
// has an entry for each plain tensor; the keys of ExecuTorch's gen_oplist.py have one for each list
// of tensors, too, that of the first tensor in it. The key does not tell which kind it is, but the
// kernel's function takes a known number of plain tensors: a longer key tells its lists. A build of
// ExecuTorch for such a selection keeps the same dtypes.

#pragma once

#include "Registry/KernelRecord.h"
#include "Selection/Selection.h"

namespace etprune {

/// The dtype of a key that speaks of a dtype rather than of a call: one entry without dim order.
std::optional<uint8_t> dtypeOnly(llvm::StringRef Key);

/// Of a key that the operator has, and of a kernel that serves it.
CallDtypesSet dtypesOf(const SelectedOp &Op, llvm::StringRef Key, const KernelRecord &Kernel);

} // namespace etprune
