// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "Selection/Selection.h"

#include "llvm/Support/Error.h"

namespace etprune {

/// Removes the operators in Dropped from Ops, for a file, which has no field for them. An error
/// where the selected names do not tell the result, or where a name is not selected.
llvm::Error applyDrops(Selection &Sel);

} // namespace etprune
