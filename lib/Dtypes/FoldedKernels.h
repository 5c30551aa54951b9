// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The object that gcc makes of kernels and their registration, prepared to be linked beside the
// program's own: the boxed functions get the names of new kernels, and nothing else in it has a
// name that the program could have, too.

#pragma once

#include "Dtypes/NewKernels.h"

namespace etprune {

/// A copy of the object, in which the kernels have their symbols, and their functions sections that
/// are named after these: of a stripped image the map tells which calls they serve. Local functions
/// only, no initialisers, no debug information. Fails where the registration is not understood, and
/// where a mask was not folded.
llvm::Expected<std::string> nameKernels(llvm::StringRef Object, llvm::ArrayRef<NewKernel> Kernels);

} // namespace etprune
