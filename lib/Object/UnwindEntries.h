// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the entries of an object's .eh_frame. An FDE describes how to unwind a function. It names
// the function first, and may name an exception table. Its common entry (CIE) may name a
// personality routine.

#pragma once

#include "Object/InputObject.h"

#include "llvm/ADT/SmallVector.h"

namespace etprune {

struct UnwindEntry {
  uint64_t Size;                    ///< in bytes
  const ObjectRelocation *Function; ///< names the function
  /// Relocations to the exception table and the personality routine.
  llvm::SmallVector<const ObjectRelocation *, 2> Others;
};

/// The function entries of a section named .eh_frame. Stops at the section's end, or at a form that
/// compilers do not write. The entries point into the object.
std::vector<UnwindEntry> readUnwindEntries(const InputObject &Object, uint32_t Section);

} // namespace etprune
