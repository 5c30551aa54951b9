// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the real linker behind the wrapper.
//
// clang's linker is found through the parent process. clang tells its linker nothing; the driver's
// folder holds its LLD, and for another target the driver is asked, with its own arguments, which
// program it would have run.

#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace etprune {

/// Finds the linker that the compiler driver would have run had our folder not come first: the one
/// that LinkerVariable names, else `Name` ("ld", "ld.bfd", "ld.lld", ...) in the folders that gcc
/// passes in COMPILER_PATH, then the one that gcc itself names; for clang, which passes nothing,
/// beside the driver, which is the parent process, then the one that it names for its arguments;
/// then PATH. `Self` is this program, which is never the answer.
llvm::Expected<std::string> findRealLinker(llvm::StringRef Name, llvm::StringRef Self);

} // namespace etprune
