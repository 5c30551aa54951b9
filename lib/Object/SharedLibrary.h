// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a shared library asks for: linkers load an archive member for an undefined symbol of a
// shared library as for one of an object, keep what defines it, and show it to the library.

#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace etprune {

/// The names of a library's undefined symbols. Of a library that is damaged, those that can be
/// read: the linker reports it.
std::vector<std::string> undefinedSymbols(llvm::StringRef Library);

} // namespace etprune
