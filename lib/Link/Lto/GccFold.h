// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A few objects' intermediate code of gcc, compiled to one object of machine code outside of the
// link: by the gcc that asked for the link, with the same options, confined as in a link that is
// done again.

#pragma once

#include "Link/Lto/GccLto.h"

namespace etprune {

/// Compiles objects together with a C source of constants, whose values the compiler then knows.
/// All that the objects define stays. The driver may be run for them (checkGccCompiler()).
llvm::Expected<std::string> compileWithGcc(const GccLto &Gcc,
                                           llvm::ArrayRef<llvm::SmallVector<char, 0>> Objects,
                                           llvm::StringRef Source);

/// The parts of an object that some of its symbols need, as an object.
llvm::Expected<std::string> collectWithGcc(const GccLto &Gcc, llvm::StringRef Object,
                                           llvm::ArrayRef<std::string> Symbols);

} // namespace etprune
