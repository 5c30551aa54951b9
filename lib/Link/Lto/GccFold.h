// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles the intermediate code of a few objects with gcc to one object of machine code. This
// happens before the relink, with the gcc and the options of the recorded link.

#pragma once

#include "Link/Lto/GccLto.h"

namespace etprune {

/// Compiles objects together with a C source that defines constants, so that gcc knows their values
/// in the objects' code. First check with checkGccCompiler() that gcc is safe to run.
llvm::Expected<std::string> compileWithGcc(const GccLto &Gcc,
                                           llvm::ArrayRef<llvm::SmallVector<char, 0>> Objects,
                                           llvm::StringRef Source);

/// A copy of `Object` with only the sections that `Symbols` need, directly or through references.
llvm::Expected<std::string> collectWithGcc(const GccLto &Gcc, llvm::StringRef Object,
                                           llvm::ArrayRef<std::string> Symbols);

} // namespace etprune
