// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles gcc's intermediate code of a few objects to one object of machine code, outside of the
// link, with the link's gcc and options.

#pragma once

#include "Link/Lto/GccLto.h"

namespace etprune {

/// Compiles objects together with a C source of constants, whose values the compiler then knows.
/// checkGccCompiler() must have allowed this.
llvm::Expected<std::string> compileWithGcc(const GccLto &Gcc,
                                           llvm::ArrayRef<llvm::SmallVector<char, 0>> Objects,
                                           llvm::StringRef Source);

/// An object with only the parts of `Object` that `Symbols` need.
llvm::Expected<std::string> collectWithGcc(const GccLto &Gcc, llvm::StringRef Object,
                                           llvm::ArrayRef<std::string> Symbols);

} // namespace etprune
