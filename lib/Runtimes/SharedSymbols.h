// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables and functions that static initialisers share with other objects. An initialiser can be
// left out only if nothing that stays in the program uses them.
//
// C++17's inline variables, static members of templates and local static variables of inline
// functions have a guard, a variable that tells whether they are initialised. Each object that uses
// them has a copy of both in a COMDAT group, and an initialiser: the first to run registers the
// kernels, and others pass. All of them can be left out if nothing else asks the guard. So each
// reference of the link is looked at: it must be an initialiser's that is left out as well, or an
// inline function's that only such initialisers call. The same holds of any other variable, but
// only one initialiser may depend on its value.

#pragma once

#include "Runtimes/SelfRegisteringObject.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace etprune {

/// True if other images can see a symbol of an object.
using IsSeen = llvm::function_ref<bool(const InputObject &, const ObjectSymbol &)>;

/// Removes the initialisers that cannot be left out because code that stays uses a symbol of
/// theirs, and returns them as callers.
std::vector<RegistryCaller> refuseSharedElsewhere(std::vector<SelfRegisteringObject> &Objects,
                                                  llvm::ArrayRef<const InputObject *> LinkObjects,
                                                  IsSeen IsSeenOutside);

/// True if two initialisers have a guard in common. Then one of them alone registers its kernels,
/// which are the same where both have them.
bool shareGuard(const KernelInitializer &A, const KernelInitializer &B);

} // namespace etprune
