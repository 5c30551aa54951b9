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

#include "Registry/Resolver.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"

namespace etprune {

/// The section of the table, which every linker script places with the read-only data. In a
/// position-independent image the table's pointers are set when it is loaded, and the second name
/// takes it to the constants that become read-only after that (RELRO).
constexpr llvm::StringLiteral TableSectionName = ".rodata.et_kernel_table";
constexpr llvm::StringLiteral RelocatedTableSectionName = ".data.rel.ro.et_kernel_table";
/// The section of the operator names and keys that the table points to.
constexpr llvm::StringLiteral TableStringsName = ".rodata.et_kernel_table.str";
/// The table's borders. The third is an alias of the first; a runtime refers to it so that a link
/// without any table fails on a name that says what to do.
constexpr llvm::StringLiteral TableStartSymbol = "__et_kernels_start";
constexpr llvm::StringLiteral TableEndSymbol = "__et_kernels_end";
constexpr llvm::StringLiteral TableMissingSymbol =
    "__et_kernels_missing__link_with_et_ld_or_INCLUDE_et_kernels_ld";

inline bool isTableSymbol(llvm::StringRef Name) {
  return Name == TableStartSymbol || Name == TableEndSymbol || Name == TableMissingSymbol;
}

/// Writes the table object: one record per planned kernel, in the plan's order. As a whole it says
/// what `Target` says, so that it changes nothing in a link that has an object like that.
llvm::Expected<llvm::SmallVector<char, 0>> writeTableObject(llvm::ArrayRef<PlannedKernel> Kernels,
                                                            const TargetInfo &Target,
                                                            bool PositionIndependent);

/// The changes to one object's copy: each replaces one field in place, so that no section moves.
struct ObjectEdits {
  std::vector<uint32_t> ExcludedSections; ///< get SHF_EXCLUDE, which beats KEEP and retain
  std::vector<uint32_t> WeakenedSymbols;  ///< undefined symbols that become weak

  bool empty() const { return ExcludedSections.empty() && WeakenedSymbols.empty(); }
};
using EditMap = llvm::DenseMap<const InputObject *, ObjectEdits>;

/// Which edits the objects of a link need so that the plan's dropped kernels leave no trace.
/// Objects whose intermediate code is linked are left as they are.
///
/// `RootSymbols` are names of symbols and sections that something outside the objects may refer to
/// (entry, -u, linker scripts). `TableInScript` says that the link collects records with a linker
/// script.
EditMap planEdits(llvm::ArrayRef<const InputObject *> Objects, const PrunePlan &Plan,
                  const llvm::StringSet<> &RootSymbols, bool TableInScript);

/// Applies edits to a copy of the object's bytes; `Bytes` has the size of the object's buffer.
void applyEdits(const InputObject &Object, const ObjectEdits &Edits,
                llvm::MutableArrayRef<char> Bytes);

} // namespace etprune
