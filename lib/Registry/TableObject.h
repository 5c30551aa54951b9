// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The registration table as an object that is added to a link, and the names that it defines.

#pragma once

#include "Registry/Resolver.h"

#include "llvm/ADT/SmallVector.h"

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

} // namespace etprune
