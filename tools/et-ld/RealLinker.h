// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the real linker, which the wrapper replaces.
//
// clang passes its linker no information, so its linker is found through the parent process. The
// driver's folder may contain LLD. If it does not, the driver is asked which linker it would run
// for its arguments.

#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace etprune {

/// Finds the linker that the compiler driver would run without the wrapper's folder. Searches, in
/// this order: the variable LinkerVariable; `Name` ("ld", "ld.bfd", "ld.lld", ...) in the folders
/// of COMPILER_PATH, which gcc sets; the folder of clang, if clang is the parent process; the
/// linker that clang names for its arguments; PATH. Never returns this program.
llvm::Expected<std::string> findRealLinker(llvm::StringRef Name);

} // namespace etprune
