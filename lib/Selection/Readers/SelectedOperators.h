// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "llvm/ADT/StringRef.h"

namespace etprune {

/// Whether Name is a top-level field of selected_operators.yaml, by which a mapping is told from a
/// dictionary.
bool isSelectedOperatorsField(llvm::StringRef Name);

} // namespace etprune
