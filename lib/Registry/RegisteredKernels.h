// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chooses the kernel of an operator that serves a call.
//
// The runtime makes the same choice (et/kernel_key.h): the closest key, else a fallback kernel that
// takes the call's dtypes. Of equal kernels it takes the first. A table lists kernels of higher
// priority first.

#pragma once

#include "Registry/KernelRecord.h"
#include "Support/Problems.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <map>

namespace etprune {

using Winners = std::vector<const KernelRecord *>; ///< in the order of their names
/// The registered kernels by operator. Of kernels with the same operator and key, only the winner
/// is here; fallback kernels that the runtime never calls are not.
using RegisteredKernels = std::map<std::string, Winners>;

/// The dtypes of a kernel's key, as messages show them.
std::string describeKey(const std::optional<std::string> &Key);

/// The records in the order of their names; records of the same name stay in link order.
std::vector<const KernelRecord *> inTableOrder(llvm::ArrayRef<KernelRecord> Records);

/// `Sorted` is in that order. Fails if two kernels differ in neither key nor priority.
RegisteredKernels registeredKernels(llvm::ArrayRef<const KernelRecord *> Sorted,
                                    bool OnlySelfRegistered, Problems &Found);

/// The fallback kernel of the highest priority for which `Serves` is true, or null.
const KernelRecord *fallbackOf(const Winners &Kernels,
                               llvm::function_ref<bool(const KernelRecord &)> Serves);

/// The fallback kernel of the highest priority, or null.
const KernelRecord *fallbackOf(const Winners &Kernels);

/// The kernels that serve a key of a selection; none if no kernel does. `ComparesKeys`:
/// ExecuTorch's own registry finds the kernels.
Winners kernelsFor(llvm::StringRef Key, const Winners &Kernels, bool ComparesKeys);

} // namespace etprune
