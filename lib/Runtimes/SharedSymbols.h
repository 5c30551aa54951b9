// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables and functions that static initialisers share with other objects. An initialiser can be
// dropped only if no kept code uses them.
//
// C++17's inline variables, static members of templates and local static variables of inline
// functions have a guard: a variable that is set when they are initialised. Each object that uses
// them has a copy of variable and guard in a COMDAT group, and an initialiser. The first
// initialiser to run registers the kernels; the others do nothing. All of them can be dropped if
// each reference to the guard comes from a dropped initialiser, or from an inline function that
// only dropped initialisers call. The same rule holds for any other variable, but only one
// initialiser may depend on its value.

#pragma once

#include "Runtimes/SelfRegisteringObject.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace etprune {

/// True if other images can see a symbol of an object.
using IsSeen = llvm::function_ref<bool(const InputObject &, const ObjectSymbol &)>;

/// Removes the initialisers that must stay because kept code uses one of their symbols. Returns
/// them as callers.
std::vector<RegistryCaller> refuseSharedElsewhere(std::vector<SelfRegisteringObject> &Objects,
                                                  llvm::ArrayRef<const InputObject *> LinkObjects,
                                                  IsSeen IsSeenOutside);

/// True if two initialisers have a common guard. Then only one of them registers its kernels, and a
/// kernel that both would register is the same.
bool shareGuard(const KernelInitializer &A, const KernelInitializer &B);

} // namespace etprune
