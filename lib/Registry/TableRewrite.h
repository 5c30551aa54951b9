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

#include <map>

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

/// The table and the number of its records where they take the place of a registry's storage. Our
/// registry for ExecuTorch has weak definitions of both.
constexpr llvm::StringLiteral TableStorageSymbol = "__et_kernels_storage";
constexpr llvm::StringLiteral TableCountSymbol = "__et_kernels_count";

/// What a table object has besides the table where a program registers kernels at run time.
struct RegistryParts {
  bool IsStorage = false;     ///< TableStorageSymbol and TableCountSymbol
  std::string Initializer;    ///< a function that is called before main; may be empty
  bool CallsRegister = false; ///< the table is passed to `register_kernels` before main
};

/// Writes the table object: one record per planned kernel, in the plan's order. As a whole it says
/// what `Target` says, so that it changes nothing in a link that has an object like that.
llvm::Expected<llvm::SmallVector<char, 0>> writeTableObject(llvm::ArrayRef<PlannedKernel> Kernels,
                                                            const TargetInfo &Target,
                                                            bool PositionIndependent,
                                                            const RegistryParts &Parts = {});

/// A section of an object of the link.
using SectionPlace = std::pair<const InputObject *, uint32_t>;

/// A symbol that is added to an object's copy: global, and hidden.
struct NewSymbol {
  std::string Name;
  uint32_t Section = 0; ///< 0: it is defined elsewhere
  uint64_t Value = 0;
  uint64_t Size = 0;
};

/// The changes to one object's copy. No section of the program moves or changes its size.
struct ObjectEdits {
  std::vector<uint32_t> ExcludedSections; ///< get SHF_EXCLUDE, which beats KEEP and retain
  std::vector<uint32_t> WeakenedSymbols;  ///< undefined symbols that become weak
  std::vector<NewSymbol> NewSymbols;
  /// All that refers to the section refers to the new symbol of that number instead.
  std::map<uint32_t, size_t> Retargeted;
  /// Strings that become empty: section and offset.
  std::vector<std::pair<uint32_t, uint64_t>> EmptiedStrings;

  bool empty() const {
    return ExcludedSections.empty() && WeakenedSymbols.empty() && NewSymbols.empty() &&
           EmptiedStrings.empty();
  }
};
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

/// The object's bytes with the edits.
llvm::SmallVector<char, 0> editedObject(const InputObject &Object, const ObjectEdits &Edits);

} // namespace etprune
