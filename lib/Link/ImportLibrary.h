// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Import libraries: the objects in which a link leaves its functions' addresses for another link
// (--out-implib), such as the entry functions of a secure image for the non-secure one
// (--cmse-implib). The other program has these addresses in its code, and no pruning moves them
// there.

#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>

namespace etprune {

/// What became of an import library's symbols, for a person: "2 of its 5 symbols moved or
/// went: 'run' from 0x10000401 to 0x10000381". Empty where each is where it was, and where one of
/// the two cannot be read.
std::string movedImports(llvm::StringRef Before, llvm::StringRef After);

} // namespace etprune
