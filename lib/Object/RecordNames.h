// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The names of sections, symbols and files by which a program and its tools find kernels: the names
// that ET_KERNEL writes (runtime/include/et/kernel.h, docs/record-format.md), and the names of the
// registration table.

#pragma once

#include "llvm/ADT/StringRef.h"

namespace etprune {

/// Each section of a kernel has a name that ends with the kernel's id, `<op>-<variant>-<library>`.
constexpr llvm::StringLiteral RecordSectionPrefix = ".et_kernels.";
constexpr llvm::StringLiteral InfoSectionPrefix = ".et_kernel_info.";
constexpr llvm::StringLiteral CodeSectionPrefix = ".text.et_kernel.";
/// The literal pool of a kernel's code, on machines that have pools (Arch::ownerOfLiterals).
constexpr llvm::StringLiteral LiteralSectionPrefix = ".literal.et_kernel.";
/// The symbol of a kernel's function: `et_kernel$<op>$<variant>$<library>`.
constexpr llvm::StringLiteral KernelSymbolPrefix = "et_kernel$";
/// A record that registers a backend has this prefix and the backend's id as its operator name.
constexpr llvm::StringLiteral BackendPrefix = "et_backend::";

constexpr llvm::StringLiteral TableObjectName = "et_kernel_table.o";
constexpr llvm::StringLiteral NarrowedObjectPrefix = "et_kernels_narrowed";
/// The name prefix of the constants that say which dtypes a kernel has (runtime/executorch/dtypes).
constexpr llvm::StringLiteral DtypeMaskPrefix = "et_dtype_mask";
/// The section of the table. Every linker script places the first name with the read-only data. The
/// second name is for position-independent images, whose loader relocates the table. Linkers place
/// this name with the constants that are read-only after relocation (RELRO).
constexpr llvm::StringLiteral TableSectionName = ".rodata.et_kernel_table";
constexpr llvm::StringLiteral RelocatedTableSectionName = ".data.rel.ro.et_kernel_table";
constexpr llvm::StringLiteral TableStringsName = ".rodata.et_kernel_table.str";
/// The section of the function that passes the table to ExecuTorch's `register_kernels`.
constexpr llvm::StringLiteral TableCodeName = ".text.et_kernel_table.register";

/// The table's start and end, and an alias of the start. A runtime refers to the alias, so that a
/// link without a table fails with a symbol name that says what to do.
constexpr llvm::StringLiteral TableStartSymbol = "__et_kernels_start";
constexpr llvm::StringLiteral TableEndSymbol = "__et_kernels_end";
constexpr llvm::StringLiteral TableMissingSymbol =
    "__et_kernels_missing__link_with_et_ld_or_INCLUDE_et_kernels_ld";
/// linker-scripts/et_kernels.ld rejects an empty table, unless the link defines this symbol. A
/// relink without kernels therefore defines this symbol.
constexpr llvm::StringLiteral NoKernelsSymbol = "__et_kernels_none";
/// The table and its number of records, which can replace the storage of ExecuTorch's own registry.
constexpr llvm::StringLiteral TableStorageSymbol = "__et_kernels_storage";
constexpr llvm::StringLiteral TableCountSymbol = "__et_kernels_count";
/// A weak pointer in runtime/executorch/operator_registry.cpp to the kernels that are registered at
/// run time. The table's object defines the pointer as null if there are no such kernels.
constexpr llvm::StringLiteral RegisteredKernelsSymbol = "__et_kernels_registered";
/// The function in the table's object that passes the table to `register_kernels`.
constexpr llvm::StringLiteral RegistrationCallName = "et_register_kernel_table";

inline bool isRecord(llvm::StringRef Section) { return Section.starts_with(RecordSectionPrefix); }
inline bool isRecordInfo(llvm::StringRef Section) { return Section.starts_with(InfoSectionPrefix); }
/// The id of the kernel whose code or literals are in a section; empty for other sections.
inline llvm::StringRef kernelOfCode(llvm::StringRef Section) {
  return Section.consume_front(CodeSectionPrefix) || Section.consume_front(LiteralSectionPrefix)
             ? Section
             : "";
}
inline bool isKernelCode(llvm::StringRef Section) { return !kernelOfCode(Section).empty(); }
/// True for a section with records that a program reads: a record section, or the table.
inline bool isRegistration(llvm::StringRef Section) {
  return isRecord(Section) || Section == TableSectionName || Section == RelocatedTableSectionName;
}
/// True for a section with names or keys of kernels, to which the table or a record points.
inline bool isNameOrKey(llvm::StringRef Section) {
  return Section == TableStringsName || Section.contains("et_kernel_name_") ||
         Section.contains("et_kernel_key_");
}
inline bool isTablePart(llvm::StringRef Section) { return Section.contains(".et_kernel_table"); }
inline bool isOfKernels(llvm::StringRef Section) { return Section.contains("et_kernel"); }

inline bool isKernelSymbol(llvm::StringRef Symbol) {
  return Symbol.starts_with(KernelSymbolPrefix);
}
inline bool isTableSymbol(llvm::StringRef Symbol) {
  return Symbol == TableStartSymbol || Symbol == TableEndSymbol || Symbol == TableMissingSymbol;
}
inline bool isBackend(llvm::StringRef Op) { return Op.starts_with(BackendPrefix); }

} // namespace etprune
