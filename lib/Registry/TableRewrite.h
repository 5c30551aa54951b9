// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plans the edits of a link's objects, so that exactly the planned kernels are registered.
//
// The registration table is an object of its own. It refers to the planned kernels' functions, and
// nothing refers to any other kernel, so --gc-sections drops the rest. If a linker script collects
// the records itself (KEEP), there is no table object. `SHF_EXCLUDE` then removes the dropped
// records. In any link, it also removes dropped records that have SHF_GNU_RETAIN.
//
// The objects' copies are edited so that the linker does not look for symbols that only dropped
// kernels need. Linkers resolve undefined symbols before they collect sections. Without the edit
// they would load unused archive members, with their static constructors and side effects.

#pragma once

#include "Object/ObjectEdits.h"
#include "Registry/DeadSections.h"
#include "Registry/TableObject.h"

#include "llvm/ADT/DenseMap.h"

namespace etprune {

using EditMap = llvm::DenseMap<const InputObject *, ObjectEdits>;

struct LinkRules {
  bool TableInScript; ///< a linker script collects the records
  bool KeepsExceptionTables;
};

/// The edits that remove the plan's dropped kernels from the objects of a link. Objects whose
/// intermediate code is linked are not edited.
EditMap planEdits(llvm::ArrayRef<const InputObject *> Objects, const PrunePlan &Plan,
                  const DeadSections &Dead, const LinkRules &Rules);

} // namespace etprune
