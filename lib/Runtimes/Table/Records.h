// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the kernels that objects register for et-prune's own runtime, which is in runtime/.
//
// ET_KERNEL (runtime/include/et/kernel.h) writes a record for each kernel to a section. The record
// has three words: the addresses of the operator's name, of the kernel key (null: it serves any
// dtypes) and of the function. Another section holds data for tools only. docs/record-format.md
// describes both sections. The program looks kernels up in a table of such records. The linker
// script or et-prune makes the table.

#pragma once

#include "Registry/KernelRecord.h"

namespace etprune {

/// True if the object belongs to a program that looks kernels up in the table.
bool refersToTable(const InputObject &Object);

/// Fails if the object has records, and Arch.h has no such machine. A caller with many objects
/// stops at the first failure, because otherwise every object would report the same error.
llvm::Error checkRecordMachine(const InputObject &Object);

/// The records of one object, in section order. All errors are reported together.
llvm::Expected<std::vector<KernelRecord>> readKernelRecords(const InputObject &Object);

} // namespace etprune
