// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which static initialisers use variables and functions that no one else uses, though other objects
// can name them.
//
// C++17's inline variables, static members of templates and local static variables of inline
// functions have a guard, a variable that tells whether they are initialised. Each object that uses
// them has a copy of both in a COMDAT group, and an initialiser: the first to run registers the
// kernels, and others pass. All of them can be left out if nothing else asks the guard. So each
// reference of the link is looked at: it must be an initialiser's that is left out as well, or an
// inline function's that only such initialisers call. The same holds of any other variable, but
// only one initialiser may depend on its value.

#pragma once

#include "ExecuTorch/SelfRegisteringObject.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace etprune {

/// Whether other images can see a symbol of an object.
using IsSeen = llvm::function_ref<bool(const InputObject &, const ObjectSymbol &)>;

/// Takes those initialisers away that cannot be left out because of what they share with other
/// code, and returns them as callers.
std::vector<RegistryCaller> refuseSharedElsewhere(std::vector<SelfRegisteringObject> &Objects,
                                                  llvm::ArrayRef<const InputObject *> LinkObjects,
                                                  IsSeen IsSeenOutside);

/// Whether two initialisers have a guard in common: only one of them registers its kernels, which
/// are the same where both have them.
bool shareGuard(const KernelInitializer &A, const KernelInitializer &B);

} // namespace etprune
