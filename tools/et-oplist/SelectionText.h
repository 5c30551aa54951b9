// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Selections as text for people: a table of one, and how two differ. A line is an operator with one
// of its kernel keys. The table lists keys also beside "default", and operators beside "all
// operators", which cover them; for the difference they do not count.

#pragma once

#include "Selection/Selection.h"

#include "llvm/Support/raw_ostream.h"

namespace etprune {

/// Operators, dtypes, kernel keys and askers; then the backends.
void printSelection(const Selection &Sel, llvm::raw_ostream &OS);

/// Whether both select the same kernels of every library; if not, prints what changes from Before
/// to After: lines with "-" and "+", and a sum.
bool printDifferences(const Selection &Before, const Selection &After, llvm::raw_ostream &OS);

} // namespace etprune
