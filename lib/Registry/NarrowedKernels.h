// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The narrowed kernels of a plan, compiled for only the dtypes of the selected calls (lib/Dtypes).
// Their object is added to the link after the table. In the plan, they replace the program's
// kernels, whose code can then be dropped.

#pragma once

#include "Object/RecordNames.h"
#include "Registry/KernelRecord.h"

#include "llvm/ADT/SmallVector.h"

#include <deque>
#include <optional>

namespace etprune {

struct NarrowedKernels {
  std::string Name;                    ///< of the object, in the link and its map
  llvm::StringRef Maker;               ///< the compiler that made it, for the report
  llvm::SmallVector<char, 0> Bytes;    ///< of the object
  std::unique_ptr<InputObject> Object; ///< points into Bytes
  std::deque<KernelRecord> Records;    ///< of the narrowed kernels
  std::vector<const KernelRecord *> Replaced;
  uint64_t SizeBefore = 0; ///< bytes of the sections that they replace; 0 if only the link can tell
  uint64_t Size = 0;       ///< bytes of the object's sections
  uint64_t GuardSize = 0;  ///< bytes of the sections that check the dtypes of calls
};

/// The name of a narrowed kernel's function. It encodes the calls, so that the image shows them.
inline std::string narrowedSymbol(const KernelRecord &Original, const CallDtypesSet &Calls) {
  return (KernelSymbolPrefix + Original.Op + "$" + callsText(Calls) + "$" + Original.Library).str();
}

/// The calls that the name of a narrowed kernel's function encodes; none for any other name.
inline std::optional<CallDtypesSet> callsOfSymbol(llvm::StringRef Symbol) {
  return isKernelSymbol(Symbol) ? readCalls(Symbol.rsplit('$').first.rsplit('$').second)
                                : std::nullopt;
}

} // namespace etprune
