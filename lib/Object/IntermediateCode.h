// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects whose intermediate code a linker compiles (-flto).
//
// The linker takes the symbols of the intermediate code, and compiles it together with everything
// else. It ignores the object's machine code, if there is any (-ffat-lto-objects). So such an
// object has the symbols of its intermediate code here. The records of its kernels come from its
// machine code, because gcc's bytecode cannot be read without gcc; an object without machine code
// has them in bitcode.
//
// An object with nothing but gcc's intermediate code is an application object unless its symbol
// table defines a kernel. That table is what gcc's plugin tells GNU ld; a plugin host of our own
// would learn no more from it, and run gcc's code to do so.
//
// The optimiser decides where a kernel's code is, so the objects that the link makes are read. The
// linkers are told to keep these objects; that does not change the image.

#pragma once

#include "Object/InputObject.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"

namespace etprune {

/// The compiler options that gcc keeps beside its bytecode, and that come back in the link.
constexpr llvm::StringLiteral GccOptionsSectionName = ".gnu.lto_.opts";
/// The same where it is hidden (below).
constexpr llvm::StringLiteral HiddenGccOptionsSectionName = ".gnu.off_.opts";

/// Adds to an object what its intermediate code has: the symbols that are not known yet, and where
/// there is no machine code, sections as machine code would have them for the kernels' records.
/// Fails where the intermediate code cannot be read.
llvm::Error readIntermediateCode(InputObject &Object);

/// The same for bitcode, which is the object or a section of it.
llvm::Error readBitcode(InputObject &Object, llvm::StringRef Bitcode);

/// The bitcode of an object: all of it, or what lies beside its machine code, hidden or not. Empty
/// where there is none.
llvm::StringRef bitcodeOf(const InputObject &Object);

/// The hidden name of a section with intermediate code, of the same length. Linkers and their
/// plugins do not know it, and leave the section out.
constexpr llvm::StringLiteral HiddenLlvmCodeSectionName = ".llvm.off";

/// A copy of an object with both kinds of code. Linkers see its machine code alone.
llvm::SmallVector<char, 0> hideIntermediateCode(const InputObject &Object);
/// True for such a copy.
bool hidesIntermediateCode(const InputObject &Object);
/// The inverse for gcc's code.
llvm::SmallVector<char, 0> showGccCode(const InputObject &Object);

/// True if an object with gcc's code beside machine code asks a mask for its dtypes
/// (runtime/executorch/dtypes).
bool asksMask(const InputObject &Object);

/// The names of symbols that other objects see.
llvm::StringSet<> globalSymbols(const InputObject &Object);

/// How to compile a library without intermediate code, in a build's own words.
constexpr llvm::StringLiteral WithoutIntermediateCode =
    "without -flto (CMake: INTERPROCEDURAL_OPTIMIZATION OFF for their target)";

/// Lines of a message that name objects: the first few, and how many there are more. A library that
/// is compiled so has hundreds of them.
std::string listObjects(llvm::ArrayRef<std::string> Names);

} // namespace etprune
