// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Narrowed kernels before they have a place in a plan: the results of BitcodeKernels and
// MaskedKernels, and the input of NarrowKernels.

#pragma once

#include "Registry/Resolver.h"

namespace etprune {

struct NewKernel {
  const KernelRecord *Original = nullptr; ///< the kernel that this one replaces
  std::string Symbol;  ///< the function's symbol; empty if the kernel was not narrowed
  std::string WhyNot;  ///< why it was not narrowed; empty if there was nothing to drop
  CallDtypesSet Calls; ///< the calls that this kernel serves
};

/// An object and the kernels that it should contain.
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

} // namespace etprune
