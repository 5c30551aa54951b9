// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An archive member that a link does not load, without what only a load would read.
//
// LLD enters the names that members define into its symbol table before it loads any, and the order
// of an image's symbols is that in which it met their names. So a member that is not loaded cannot
// be left out of its archive; but of all its bytes only the defined symbols count.

#pragma once

#include "Object/InputObject.h"

#include "llvm/ADT/SmallVector.h"

namespace etprune {

/// An object of the same machine that defines the same global symbols in the same order, all of
/// them in one section that links leave out: a link that loads it nevertheless fails, since what
/// refers to these symbols refers to nothing. The object has machine code only.
llvm::SmallVector<char, 0> namesOnly(const InputObject &Object);

} // namespace etprune
