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

#pragma once

#include "Registry/ObjectEdits.h"
#include "Registry/Resolver.h"
#include "Registry/TableObject.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSet.h"

namespace etprune {

/// A section of an object of the link.
using SectionPlace = std::pair<const InputObject *, uint32_t>;

using EditMap = llvm::DenseMap<const InputObject *, ObjectEdits>;

/// Which edits the objects of a link need so that the plan's dropped kernels leave no trace.
/// Objects whose intermediate code is linked are left as they are.
///
/// `RootSymbols` are names of symbols and sections that something outside the objects may refer to
/// (entry, -u, linker scripts). `TableInScript` says that the link collects records with a linker
/// script. `Replaced` are sections that something else takes the place of: what only they need goes
/// with them.
EditMap planEdits(llvm::ArrayRef<const InputObject *> Objects, const PrunePlan &Plan,
                  const llvm::StringSet<> &RootSymbols, bool TableInScript,
                  llvm::ArrayRef<SectionPlace> Replaced = {});

/// Whether nothing but the dropped kernels and the replaced sections needs a section, which is one
/// of the latter.
bool isUnneeded(SectionPlace Section, llvm::ArrayRef<const InputObject *> Objects,
                const PrunePlan &Plan, const llvm::StringSet<> &RootSymbols,
                llvm::ArrayRef<SectionPlace> Replaced);

} // namespace etprune
