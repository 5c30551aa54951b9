// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces the kernels of a plan by kernels narrowed to the selected dtypes.
//
// ExecuTorch's kernels hold all dtypes of an operator in one function, and a linker cannot drop
// part of a function. Objects with a compiler's intermediate code can be compiled again without the
// source: bitcode by the module et-narrow (BitcodeKernels), gcc's code by gcc (MaskedKernels). If a
// kernel cannot be narrowed, the program's kernel stays, and a note says why.

#pragma once

#include "Link/Bundle/Bundle.h"
#include "Registry/Resolver.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace etprune {

/// Returns the size of all sections that are dead if the program is linked with this plan.
using DeadBytes = llvm::function_ref<uint64_t(const PrunePlan &Plan)>;

/// Replaces the plan's kernels by narrowed kernels. Narrowed kernels that would not be smaller
/// are not used, if the sizes are known before the link.
void narrowKernels(const CapturedLink &Link, PrunePlan &Plan, DeadBytes Dead);

/// A kernel that was narrowed, or that could not be. It is not in a plan yet.
struct NewKernel {
  const KernelRecord *Original = nullptr; ///< the kernel that this one replaces
  std::string Symbol;  ///< the function's symbol; empty if the kernel was not narrowed
  std::string WhyNot;  ///< why the kernel keeps its dtypes; empty if its code tests no dtype
  CallDtypesSet Calls; ///< the calls that this kernel serves
};

struct NewKernels {
  std::string ObjectName;
  llvm::StringRef Maker;
  std::string Bytes; ///< empty if no kernel was narrowed
  std::vector<NewKernel> Kernels;

  void refuse(const std::string &Why) {
    for (NewKernel &Kernel : Kernels)
      if (!std::exchange(Kernel.Symbol, "").empty())
        Kernel.WhyNot = Why;
  }
};

/// True if an initialiser of the program registers the kernel, and the dtypes of the selected calls
/// are known. A kernel with a key is not narrowed, because it serves only the dtypes in its key.
inline bool canBeNarrowed(const PlannedKernel &Kernel) {
  const KernelRecord &Record = *Kernel.Record;
  return Record.IsSelfRegistered && !Record.Key && !Kernel.HasAnyDtypes && !Kernel.Dtypes.empty() &&
         Record.Function.Object;
}

/// Narrows the kernels of a plan that have LLVM's bitcode, with or without machine code.
NewKernels makeFromBitcode(const CapturedLink &Link, const PrunePlan &Plan);

/// Narrows kernels whose code asks a variable, the mask, which dtypes to keep: gcc compiles their
/// intermediate code again with the mask's value. Makes an object for each set of dtypes.
std::vector<NewKernels> makeFromMasks(const CapturedLink &Link, const PrunePlan &Plan);

/// Makes a copy of an object that gcc compiled for makeFromMasks(). The copy can be linked with the
/// program's objects: it has no initialisers, and only the kernels' functions are global. Each of
/// these functions gets its NewKernel::Symbol, and its section is named after this symbol. The map
/// of a stripped image thus shows which calls a kernel serves. Debug information is removed.
llvm::Expected<std::string> nameKernels(llvm::StringRef Object, llvm::ArrayRef<NewKernel> Kernels);

/// Returns `OfTensors`, and the other dtypes in which a kernel may compute if it is called with
/// tensors of these dtypes:
///   - the dtype to which it promotes two tensors, or a tensor and a Scalar
///   - Float, in which kernels compute Half, BFloat16, and fractions of integers
///   - the dtypes of the parts of complex numbers
/// The rules are those of c10's promoteTypes and of ExecuTorch's compute types.
DtypeSet computedDtypes(DtypeSet OfTensors);

} // namespace etprune
