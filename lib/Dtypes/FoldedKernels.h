// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// gcc compiles kernels and their registration into an object. This file changes the object so that
// it can be linked beside the program's objects. The boxed functions get the names of narrowed
// kernels. Nothing else in the object keeps a name that the program may also have.

#pragma once

#include "Dtypes/NewKernels.h"

namespace etprune {

/// Returns a copy of the object, in which the kernels' functions have the symbols of narrowed
/// kernels. The section of such a function is named after its symbol, so that the map of a stripped
/// image tells which calls the kernel serves. All other functions are local. The copy has no
/// initialisers and no debug information. Fails if the registration is not understood, or if the
/// compiler did not fold a mask.
llvm::Expected<std::string> nameKernels(llvm::StringRef Object, llvm::ArrayRef<NewKernel> Kernels);

} // namespace etprune
