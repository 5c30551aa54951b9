// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a method's calls have the arguments that et-run's kernels take. A kernel does not look at
// their number: with too few it fails, with others it would take one for another.

#pragma once

#include "InputFiles.h"

namespace etprune {

/// An error that names each call of another form. `Method` is the method as messages name it.
llvm::Error checkCalls(const ModelFile &Model, llvm::StringRef Method);

} // namespace etprune
