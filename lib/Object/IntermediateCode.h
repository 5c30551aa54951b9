// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a linker sees of an object whose intermediate code it takes (-flto).
//
// The linker asks the intermediate code for symbols, and compiles it anew together with everything
// else; an object's machine code, if it has any (-ffat-lto-objects), counts for nothing then. So
// for the tool such an object is its intermediate code's symbols, and the records of its kernels:
// in machine code, where there is some, as gcc's bytecode cannot be read without gcc; in bitcode
// otherwise.
//
// An object with nothing but gcc's intermediate code is an application object unless its symbol
// table defines a kernel. That table is what gcc's plugin tells GNU ld; a plugin host of our own
// would learn no more from it, and run gcc's code to do so.
//
// What the link made is looked at. There is no other way to tell where a kernel's code is: the
// optimiser decides. The linkers are told to keep it, and the link's image is the same with and
// without.

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

/// What the names of the sections with intermediate code become, of the same length: linkers and
/// their plugins do not know these, and leave such sections out.
constexpr llvm::StringLiteral HiddenLlvmCodeSectionName = ".llvm.off";

/// A copy of an object with both kinds of code of which linkers see the machine code alone.
llvm::SmallVector<char, 0> hideIntermediateCode(const InputObject &Object);
/// Whether an object is such a copy.
bool hidesIntermediateCode(const InputObject &Object);
/// The inverse for gcc's code.
llvm::SmallVector<char, 0> showGccCode(const InputObject &Object);

/// Whether an object with gcc's intermediate code beside machine code asks a mask for its dtypes
/// (runtime/executorch/dtypes).
bool asksMask(const InputObject &Object);

/// The names of symbols that other objects see.
llvm::StringSet<> globalSymbols(const InputObject &Object);

/// What to do so that the objects of a library are not intermediate code, in a build's own words.
constexpr llvm::StringLiteral WithoutIntermediateCode =
    "without -flto (CMake: INTERPROCEDURAL_OPTIMIZATION OFF for their target)";

/// Lines of a message that name objects: the first few, and how many there are more. A library that
/// is compiled so has hundreds of them.
std::string listObjects(llvm::ArrayRef<std::string> Names);

} // namespace etprune
