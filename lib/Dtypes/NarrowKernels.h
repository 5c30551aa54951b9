// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces the kernels of a plan by kernels narrowed to the selected dtypes, if the link has their
// intermediate code.
//
// ExecuTorch's kernels hold all dtypes of an operator in one function, and a linker cannot drop
// part of a function. Objects with a compiler's intermediate code can be compiled again without the
// source: bitcode by the module et-narrow (BitcodeKernels), gcc's code by gcc (MaskedKernels).
// The results are objects of machine code that any linker takes. If a kernel cannot be narrowed,
// the program's kernel stays with all of its dtypes, and a note says why.

#pragma once

#include "Link/Bundle/Bundle.h"
#include "Registry/Resolver.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace etprune {

/// The bytes of the program's sections that a plan drops.
using DeadBytes = llvm::function_ref<uint64_t(const PrunePlan &Plan)>;

/// Replaces the plan's kernels by narrowed ones, unless these would be larger.
void narrowKernels(const CapturedLink &Link, PrunePlan &Plan, DeadBytes Dead);

} // namespace etprune
