// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Narrows the kernels of a plan to the selected dtypes, if the link has intermediate code of these
// kernels.
//
// ExecuTorch's kernels hold all dtypes of an operator in one function, and a linker cannot drop
// part of a function. Objects with a compiler's intermediate code can be compiled again without the
// source: et-lld compiles bitcode (BitcodeKernels), and gcc compiles gcc's code (MaskedKernels). A
// kernel that cannot be narrowed keeps all of its dtypes, and a note says why.

#pragma once

#include "Link/Bundle/Bundle.h"
#include "Registry/Resolver.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace etprune {

/// Returns the size of all sections that are dead if the program is linked with this plan.
using DeadBytes = llvm::function_ref<uint64_t(const PrunePlan &Plan)>;

/// Replaces the plan's kernels by narrowed kernels if these are smaller. Sizes are not compared if
/// the link has bitcode without machine code, because some sizes are then unknown.
void narrowKernels(const CapturedLink &Link, PrunePlan &Plan, DeadBytes Dead);

/// The result of narrowing one kernel: a narrowed kernel, or the reason why there is none.
struct NewKernel {
  const KernelRecord *Original = nullptr; ///< the kernel before narrowing
  std::string Symbol; ///< the function's symbol; empty if the kernel was not narrowed
  /// Why the kernel was not narrowed. Empty if it was narrowed, or if its code tests no dtype.
  std::string WhyNot;
  CallDtypesSet Calls; ///< the dtypes of the calls that the narrowed kernel serves
};

struct NewKernels {
  std::string ObjectName;
  llvm::StringRef Maker;
  std::string Bytes; ///< the object; empty if no kernel was narrowed
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

/// Narrows kernels in gcc's intermediate code, if the code reads the dtype mask, a constant with a
/// bit for each dtype. gcc removes the code of dtypes whose bit is zero. Each result is the object
/// for one set of dtypes; the last result has the kernels that cannot be narrowed, and no object.
std::vector<NewKernels> makeFromMasks(const CapturedLink &Link, const PrunePlan &Plan);

/// Copies an object that gcc compiled for makeFromMasks(). In the copy, only the kernels are
/// global; initialisers and debug information are removed. NewKernel::Symbol names each kernel's
/// function and section, so that the link map shows the kernel's dtypes.
llvm::Expected<std::string> nameKernels(llvm::StringRef Object, llvm::ArrayRef<NewKernel> Kernels);

/// Returns the dtypes in which a kernel may compute. `OfTensors` are the dtypes of the kernel's
/// tensors. The result has these dtypes, and:
///   - the dtype to which it promotes two tensors, or a tensor and a Scalar
///   - Float, if a tensor has Half, BFloat16 or integers, because kernels may convert them to Float
///   - the dtypes of the parts of complex numbers
/// The rules are those of c10's promoteTypes and of ExecuTorch's compute types.
DtypeSet computedDtypes(DtypeSet OfTensors);

} // namespace etprune
