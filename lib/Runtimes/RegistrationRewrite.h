// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The edits that give a program a table in place of its own registration of kernels.
//
// Where nothing but recognised static initialisers can call `register_kernels`, a table that is
// ready when the program starts takes the place of the registry's storage: the functions that look
// kernels up read it there, the initialisers are left out, and the linker collects the arrays,
// `register_kernels` and the unselected kernels. Otherwise the storage stays, and one call before
// main registers the table.

#pragma once

#include "Registry/TableObject.h"
#include "Registry/TableRewrite.h"
#include "Runtimes/SelfRegisteringProgram.h"

namespace etprune {

struct RegistrationRewrite {
  EditMap Edits;
  RegistryParts Parts;
  /// Why the registry's storage keeps its size, a line each; empty where the table is in its place.
  std::vector<std::string> WhyStorageStays;
};

/// The sections of initialisers that a table takes the place of, and of backends that are left out.
std::vector<SectionRef> supersededSections(const SelfRegisteringProgram &Program,
                                           const PrunePlan &Plan);

/// `RootSymbols` as for DeadSections; `KeepsExceptionTables` as for planEdits.
llvm::Expected<RegistrationRewrite> rewriteRegistration(const SelfRegisteringProgram &Program,
                                                        llvm::ArrayRef<const InputObject *> Objects,
                                                        const PrunePlan &Plan,
                                                        const llvm::StringSet<> &RootSymbols,
                                                        bool KeepsExceptionTables);

} // namespace etprune
