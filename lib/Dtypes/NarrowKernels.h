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

/// The bytes of the program's sections that a plan drops.
using DeadBytes = llvm::function_ref<uint64_t(const PrunePlan &Plan)>;

/// Replaces the plan's kernels by narrowed ones, unless these would be larger.
void narrowKernels(const CapturedLink &Link, PrunePlan &Plan, DeadBytes Dead);

/// A narrowed kernel that does not have a place in a plan yet.
struct NewKernel {
  const KernelRecord *Original = nullptr; ///< the kernel that this one replaces
  std::string Symbol;  ///< the function's symbol; empty if the kernel was not narrowed
  std::string WhyNot;  ///< why it was not narrowed; empty if there was nothing to drop
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

/// True for a kernel of the program itself whose calls are known. A kernel with a key is not
/// narrowed, because it serves only calls of its own dtypes.
inline bool canBeNarrowed(const PlannedKernel &Kernel) {
  const KernelRecord &Record = *Kernel.Record;
  return Record.IsSelfRegistered && !Record.Key && !Kernel.HasAnyDtypes && !Kernel.Dtypes.empty() &&
         Record.Function.Object;
}

/// Narrows kernels by LLVM's bitcode, which clang writes beside machine code or instead of it.
NewKernels makeFromBitcode(const CapturedLink &Link, const PrunePlan &Plan);

/// Narrows kernels that read masks. Makes an object for each set of dtypes.
std::vector<NewKernels> makeFromMasks(const CapturedLink &Link, const PrunePlan &Plan);

/// Returns a copy of an object that gcc compiled for makeFromMasks(), to be linked beside the
/// program's objects. The kernels' functions get the symbols of narrowed kernels, and their
/// sections are named after the symbols, so that the map of a stripped image tells which calls the
/// kernel serves. All other functions become local. Initialisers and debug information go.
llvm::Expected<std::string> nameKernels(llvm::StringRef Object, llvm::ArrayRef<NewKernel> Kernels);

/// `OfTensors`, and all other dtypes that a kernel may ask for in calls with tensors of these
/// dtypes: the dtype to which it promotes two tensors, or a tensor and a Scalar; the default dtype,
/// if integers give a fraction; Float, in which it computes with half-precision numbers; the parts
/// of complex numbers. The rules are c10's promoteTypes and those of ExecuTorch's compute types.
DtypeSet computedDtypes(DtypeSet OfTensors);

} // namespace etprune
