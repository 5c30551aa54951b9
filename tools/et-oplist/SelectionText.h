// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints selections for people: a table of one selection, and the difference of two. A line has an
// operator and one of its kernel keys. The difference ignores keys beside "default", and operators
// beside "all operators", because they select no further kernels.

#pragma once

#include "Selection/Selection.h"

#include "llvm/Support/raw_ostream.h"

namespace etprune {

/// Prints operators, dtypes, kernel keys and askers, then the backends.
void printSelection(const Selection &Sel, llvm::raw_ostream &OS);

/// Returns true if both select the same kernels of every library. Otherwise prints the changes from
/// Before to After: lines with "-" and "+", and a sum.
bool printDifferences(const Selection &Before, const Selection &After, llvm::raw_ostream &OS);

} // namespace etprune
