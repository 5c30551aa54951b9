// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces a program's own registration of kernels by a table, in edited copies of the objects.
//
// If only recognised static initialisers can call the registering function, a constant table
// replaces the registry's storage. The linker then garbage-collects the initialisers'
// arrays of kernels, the registering function and the unselected kernels. If other code can call
// the registering function, the storage stays, and one call before main registers the table.

#pragma once

#include "Registry/TableRewrite.h"
#include "Runtimes/SelfRegisteringProgram.h"

namespace etprune {

struct RegistrationRewrite {
  EditMap Edits;
  RegistryParts Parts; ///< the contents of the table's object besides the records
  /// The reasons why the registry's storage stays; empty if the table replaces the storage.
  std::vector<std::string> WhyStorageStays;
};

/// The sections that the pruned image does not need: the sections of the initialisers that the
/// table replaces, and of the initialisers of dropped backends.
std::vector<SectionRef> supersededSections(const SelfRegisteringProgram &Program,
                                           const PrunePlan &Plan);

/// `RootSymbols` are the symbols and sections that options or linker scripts may name.
/// `KeepsExceptionTables`: the linker keeps the exception tables of functions that it removes.
llvm::Expected<RegistrationRewrite> rewriteRegistration(const SelfRegisteringProgram &Program,
                                                        llvm::ArrayRef<const InputObject *> Objects,
                                                        const PrunePlan &Plan,
                                                        const llvm::StringSet<> &RootSymbols,
                                                        bool KeepsExceptionTables);

} // namespace etprune
