// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks that a method's calls have the arguments that et-run's kernels expect. A kernel does not
// check the number of its arguments. With too few it fails, and with too many it may mistake one
// argument for another.

#pragma once

#include "InputFiles.h"

namespace etprune {

/// Returns an error that names each call that no kernel takes. `Method` is the method's name in
/// messages.
llvm::Error checkCalls(const ModelFile &Model, llvm::StringRef Method);

} // namespace etprune
