// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Selections as text for people: a table of one, and how two differ. A line is an operator with one
// of its kernel keys. What an operator's "default" covers, or "all operators", is still listed
// where it was asked for, but makes no difference.

#pragma once

#include "Selection/Selection.h"

namespace etprune {

/// Operators, dtypes, kernel keys and who asked; then what the selection says beside operators.
void printSelection(const Selection &Sel, llvm::raw_ostream &OS);

/// Whether both select the same kernels from whatever there is, and if not, what changes from
/// Before to After: lines with "-" and "+", and a sum.
bool printDifferences(const Selection &Before, const Selection &After, llvm::raw_ostream &OS);

} // namespace etprune
