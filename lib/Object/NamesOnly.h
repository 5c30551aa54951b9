// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reduces an archive member that a link does not load to its symbol names.
//
// LLD enters the names that members define into its symbol table before it loads any member, and
// the image's symbols are in this order. So a member that is not loaded must stay in its archive,
// but only its defined symbols matter.

#pragma once

#include "Object/InputObject.h"

#include "llvm/ADT/SmallVector.h"

namespace etprune {

/// An object of the same machine that defines the same global symbols in the same order, all in one
/// section with SHF_EXCLUDE. If a link loads the object nevertheless, the link fails, because
/// references to these symbols become undefined.
llvm::SmallVector<char, 0> namesOnly(const InputObject &Object);

} // namespace etprune
