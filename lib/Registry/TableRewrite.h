// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass the tool is named for: what a link must see in place of its kernel records so that
// exactly the planned kernels are registered.
//
// The registration table becomes an object of its own that stands before every archive. It refers
// to the planned kernels' functions by symbol, which pulls their archive members in and keeps them;
// nothing refers to any other kernel, so --gc-sections drops the rest. Where a linker script
// collects the records itself (KEEP), there is no table object; the unselected records are excluded
// from the link instead.
//
// In both cases the tool's copies of the objects are edited so that what only dropped kernels need
// is not even looked for: undefined symbols resolve before the linker collects, and would load
// archive members, with their static constructors and side effects, that nothing uses.
//
// Records that are retained get `SHF_EXCLUDE` in any link, others only where a script collects
// them: the flag is for what nothing refers to, and a dropped record is to go.

#pragma once

#include "Object/ObjectEdits.h"
#include "Registry/DeadSections.h"
#include "Registry/TableObject.h"

#include "llvm/ADT/DenseMap.h"

namespace etprune {

using EditMap = llvm::DenseMap<const InputObject *, ObjectEdits>;

struct LinkRules {
  bool TableInScript; ///< a linker script collects the records
  /// The linker keeps the exception tables of functions that it removes.
  bool KeepsExceptionTables;
};

/// Which edits the objects of a link need so that the plan's dropped kernels leave no trace.
/// Objects whose intermediate code is linked are left as they are.
EditMap planEdits(llvm::ArrayRef<const InputObject *> Objects, const PrunePlan &Plan,
                  const DeadSections &Dead, const LinkRules &Rules);

} // namespace etprune
