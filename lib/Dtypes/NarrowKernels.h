// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a plan to kernels with the selected dtypes only, where the link has what it takes.
//
// ExecuTorch's kernels hold all dtypes of an operator in one function, of which a linker cannot
// drop a part. Objects that have a compiler's intermediate code can be compiled once more, without
// the source: bitcode by the module et-narrow (BitcodeKernels.h), gcc's code by gcc
// (MaskedKernels.h). The results are objects of machine code that any linker takes. The rest of the
// program stays as it is.
//
// It is an improvement, never a condition: where it cannot be done, the kernel that the program has
// is taken, with all of its dtypes, and a note says why.

#pragma once

#include "Link/Bundle/Bundle.h"
#include "Registry/Resolver.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace etprune {

/// Bytes of the program's sections that a plan lets go.
using DeadBytes = llvm::function_ref<uint64_t(const PrunePlan &Plan)>;

/// Puts narrowed kernels in the place of those of the plan that can be narrowed, unless they would
/// be larger.
void narrowKernels(const CapturedLink &Link, PrunePlan &Plan, DeadBytes Dead);

} // namespace etprune
