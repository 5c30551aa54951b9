// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chooses the kernel of an operator that serves a call.
//
// The runtime makes the same choice (et/kernel_key.h): the closest key, else a fallback kernel that
// takes the call's dtypes. If several kernels fit equally well, the runtime takes the first, so a
// table lists kernels of higher priority first.

#pragma once

#include "Registry/KernelRecord.h"
#include "Selection/Selection.h"
#include "Support/Problems.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <map>

namespace etprune {

using Winners = std::vector<const KernelRecord *>; ///< in the order of their names
/// The registered kernels by operator. Leaves out a kernel if a kernel of higher priority has the
/// same key, and a fallback kernel if a fallback kernel of higher priority takes all of its calls.
using RegisteredKernels = std::map<std::string, Winners>;

/// The dtypes of a kernel's key, as messages show them.
std::string describeKey(const std::optional<std::string> &Key);

/// Records of the same name stay in link order.
std::vector<const KernelRecord *> inTableOrder(llvm::ArrayRef<KernelRecord> Records);

/// `Sorted` is in table order. `Found` gets an error if two kernels of an operator have the same
/// key and priority. With `OnlySelfRegistered`, only records with IsSelfRegistered count.
RegisteredKernels registeredKernels(llvm::ArrayRef<const KernelRecord *> Sorted,
                                    bool OnlySelfRegistered, Problems &Found);

/// The fallback kernel of the highest priority for which `Serves` is true, or null.
const KernelRecord *fallbackOf(
    const Winners &Kernels, llvm::function_ref<bool(const KernelRecord &)> Serves =
                                [](const KernelRecord &) { return true; });

/// The kernels that serve a key of a selection; none if no kernel does. `ComparesKeys` is true if
/// ExecuTorch's own registry looks kernels up, because that registry compares keys as text.
Winners kernelsFor(llvm::StringRef Key, const Winners &Kernels, bool ComparesKeys);

/// The dtypes of the calls that `Key`, a key of `Op`, selects. `Kernel` serves these calls.
/// If only models select the key, the dtypes are those of the models' calls. Some keys name only
/// one dtype. With such a key, each argument may have any dtype that such keys of `Op` name. With
/// any other key, each argument may have any dtype of the key's entries. Tensors in lists may then
/// have other dtypes, too, unless the key has more entries than KernelRecord::PlainTensors. Such a
/// key is from ExecuTorch's gen_oplist.py, whose keys have entries for tensors in lists.
CallDtypesSet dtypesOf(const SelectedOp &Op, llvm::StringRef Key, const KernelRecord &Kernel);

} // namespace etprune
