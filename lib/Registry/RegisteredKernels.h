// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernel of an operator that serves a call.
//
// The choice is the runtime's (et/kernel_key.h): the closest key, else a fallback kernel that takes
// the call's dtypes. The runtime takes the first of equal ones, and a table has kernels of higher
// priority first.

#pragma once

#include "Registry/KernelRecord.h"
#include "Support/Problems.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <map>

namespace etprune {

using Winners = std::vector<const KernelRecord *>; ///< in the order of their names
/// The registered kernels, by operator: of those with the same operator and key, only the winner,
/// and no fallback kernel that another one hides.
using RegisteredKernels = std::map<std::string, Winners>;

/// The dtypes of a kernel's key for people.
std::string describeKey(const std::optional<std::string> &Key);

/// The records in the order of their names, those of the same name in that of the link.
std::vector<const KernelRecord *> inTableOrder(llvm::ArrayRef<KernelRecord> Records);

/// Of records in that order. Two that no priority tells apart are an error.
RegisteredKernels registeredKernels(llvm::ArrayRef<const KernelRecord *> Sorted,
                                    bool OnlySelfRegistered, Problems &Found);

/// The fallback kernel of the highest priority among those that `Serves`, or null.
const KernelRecord *fallbackOf(const Winners &Kernels,
                               llvm::function_ref<bool(const KernelRecord &)> Serves);

/// The fallback kernel of the highest priority, or null.
const KernelRecord *fallbackOf(const Winners &Kernels);

/// The kernels that a key of a selection asks for, none where it cannot be served. `ComparesKeys`:
/// ExecuTorch's own registry finds the kernels.
Winners kernelsFor(llvm::StringRef Key, const Winners &Kernels, bool ComparesKeys);

} // namespace etprune
