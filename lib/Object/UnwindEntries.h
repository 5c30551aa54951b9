// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The entries of an object's .eh_frame: one describes how to unwind a function (FDE), and names the
// function first. It may name an exception table. Its common entry (CIE) may name a personality
// routine.

#pragma once

#include "Object/InputObject.h"

#include "llvm/ADT/SmallVector.h"

namespace etprune {

struct UnwindEntry {
  uint64_t Size;                    ///< in bytes
  const ObjectRelocation *Function; ///< names the function
  /// These name the exception table and the personality routine.
  llvm::SmallVector<const ObjectRelocation *, 2> Others;
};

/// The entries of functions in a section named .eh_frame, up to its end or to a form that compilers
/// do not write. They point into the object.
std::vector<UnwindEntry> readUnwindEntries(const InputObject &Object, uint32_t Section);

} // namespace etprune
