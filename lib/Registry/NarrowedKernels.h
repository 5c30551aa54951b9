// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels of a plan that were made anew for the dtypes of the selected calls (lib/Dtypes), in an
// object that is added to the link behind the table. In the plan they stand in the place of the
// kernels that the program has, whose code can then go as that of dropped ones does.

#pragma once

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
  std::deque<KernelRecord> Records;    ///< of the new kernels
  std::vector<const KernelRecord *> Replaced;
  uint64_t SizeBefore = 0; ///< bytes of the sections that go because of it; 0 where only the link
                           ///< tells, which compiles these kernels
  uint64_t Size = 0;       ///< bytes of the object's sections
  uint64_t GuardSize = 0;  ///< those of them that check the dtypes of calls
};

/// The name of a new kernel's function. It tells the calls, so that an image does.
std::string narrowedSymbol(const KernelRecord &Original, const CallDtypesSet &Calls);

/// The calls in such a name; none in any other.
std::optional<CallDtypesSet> callsOfSymbol(llvm::StringRef Symbol);

} // namespace etprune
