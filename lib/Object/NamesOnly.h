// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reduces an archive member that a link does not load to its symbol names.
//
// LLD enters the names that members define into its symbol table before it loads any member. The
// image's symbols are in the order of these names. So a member that is not loaded must stay in its
// archive, but only its defined symbols matter.

#pragma once

#include "Object/InputObject.h"

#include "llvm/ADT/SmallVector.h"

namespace etprune {

/// An object of the same machine that defines the same global symbols in the same order. All of
/// them are in one section that links exclude. A link that loads the object nevertheless fails,
/// because references to these symbols become undefined. The object has only machine code.
llvm::SmallVector<char, 0> namesOnly(const InputObject &Object);

} // namespace etprune
