// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prepares the object that gcc makes of kernels and their registration to be linked beside the
// program's objects. The boxed functions get the names of narrowed kernels. Nothing else in the
// object keeps a name that the program may also have.

#pragma once

#include "Dtypes/NewKernels.h"

namespace etprune {

/// Returns a copy of the object, in which the kernels have their symbols. Each function has a
/// section that is named after its symbol, so that the map of a stripped image tells which calls it
/// serves. The copy has only local functions, no initialisers, and no debug information. Fails if
/// the registration is not understood, or if the compiler did not fold a mask.
llvm::Expected<std::string> nameKernels(llvm::StringRef Object, llvm::ArrayRef<NewKernel> Kernels);

} // namespace etprune
