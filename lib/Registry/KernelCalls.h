// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The calls that a kernel takes: the number and kinds of their arguments, and how many of these are
// plain tensors.
//
// A record of ours has a schema. Of a kernel that the program registers, the function that computes
// tells: the boxed function, which a generator of ExecuTorch's writes, calls it with one parameter
// for each argument, and its name has the types of the parameters. The primitive operators have no
// such function, and are known by their names.

#pragma once

#include "Registry/KernelRecord.h"
#include "Registry/Schema.h"

namespace etprune {

/// By whatever is known of the kernel.
std::optional<CallArguments> callArguments(const KernelRecord &Kernel);

/// The most entries that a kernel key has for the plain tensors of a call, results repeated. None
/// where the kernel's function is not known.
std::optional<unsigned> plainTensorEntries(const KernelRecord &Kernel);

} // namespace etprune
