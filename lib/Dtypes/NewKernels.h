// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that were made anew, before they have a place in a plan: what BitcodeKernels and
// MaskedKernels give NarrowKernels.

#pragma once

#include "Registry/Resolver.h"

namespace etprune {

struct NewKernel {
  const KernelRecord *Original = nullptr; ///< the kernel that this one replaces
  std::string Symbol;                     ///< of its function; empty where it was not made
  std::string WhyNot;                     ///< empty where there was nothing to drop
  CallDtypesSet Calls;                    ///< the calls that this kernel serves
};

/// An object, and the kernels that were to be made in it.
struct NewKernels {
  std::string ObjectName;
  llvm::StringRef Maker;
  std::string Bytes; ///< empty where no kernel was made
  std::vector<NewKernel> Kernels;

  void refuse(const std::string &Why) {
    for (NewKernel &Kernel : Kernels) {
      Kernel.Symbol.clear();
      Kernel.WhyNot = Why;
    }
  }
};

/// True for a kernel of the program itself whose calls are known. One with a key serves calls
/// of its own dtypes alone, and an operator may have several.
inline bool canBeMadeAnew(const PlannedKernel &Kernel) {
  const KernelRecord &Record = *Kernel.Record;
  return Record.IsSelfRegistered && !Record.Key && !Kernel.HasAnyDtypes && !Kernel.Dtypes.empty() &&
         Record.Function.Object;
}

} // namespace etprune
