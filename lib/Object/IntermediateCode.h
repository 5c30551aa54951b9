// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects with intermediate code that a linker compiles (-flto).
//
// An object may have machine code, too (-ffat-lto-objects), but the linker then ignores the machine
// code. So et-prune reads the symbols of the intermediate code. gcc writes a table of these symbols
// for its linker plugin. et-prune reads this table, so it need not load the plugin.
//
// The records of an object's kernels come from the machine code, because only gcc can read gcc's
// bytecode. If an object has bitcode and no machine code, the records come from the bitcode.
//
// The link-time optimiser decides which section has a kernel's code, so et-prune reads the objects
// that the optimiser writes. A relink therefore adds an option with which the linker keeps these
// objects, such as LLD's `--save-temps=prelink`. The option does not change the image.

#pragma once

#include "Object/InputObject.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"

namespace etprune {

/// The compiler options that gcc stores with its bytecode and uses again in the link.
constexpr llvm::StringLiteral GccOptionsSectionName = ".gnu.lto_.opts";
/// The name of this section in a copy by hideIntermediateCode().
constexpr llvm::StringLiteral HiddenGccOptionsSectionName = ".gnu.off_.opts";

/// Adds the symbols of the object's intermediate code that its symbol table lacks. If the object
/// has only bitcode, also adds a section for each kernel record, as a compiler would write it.
llvm::Error readIntermediateCode(InputObject &Object);

/// Adds symbols and records from bitcode. `Bitcode` is the whole object or one of its sections.
llvm::Error readBitcode(InputObject &Object, llvm::StringRef Bitcode);

/// The bitcode of an object: the whole object, or one section if the object has machine code.
/// hideIntermediateCode() may have renamed this section. Empty if there is no bitcode.
llvm::StringRef bitcodeOf(const InputObject &Object);

/// hideIntermediateCode() renames an LlvmCodeSectionName section to this name of the same length.
/// Linkers and their plugins ignore a section of this name.
constexpr llvm::StringLiteral HiddenLlvmCodeSectionName = ".llvm.off";

/// A copy of an object with both kinds of code, in which linkers see only the machine code.
llvm::SmallVector<char, 0> hideIntermediateCode(const InputObject &Object);
/// True for a copy by hideIntermediateCode().
bool hidesIntermediateCode(const InputObject &Object);
/// A copy of an object in which gcc finds its bytecode again after hideIntermediateCode().
llvm::SmallVector<char, 0> showGccCode(const InputObject &Object);

/// True if the object has machine code and gcc's bytecode, and refers to a dtype mask: a constant
/// that selects dtypes. With another mask, gcc can compile the bytecode again for fewer dtypes.
bool asksMask(const InputObject &Object);

llvm::StringSet<> globalSymbols(const InputObject &Object);

/// The end of messages: how to compile a library without intermediate code.
constexpr llvm::StringLiteral WithoutIntermediateCode =
    "without -flto (CMake: INTERPROCEDURAL_OPTIMIZATION OFF for their target)";

/// Message lines that name the first objects, and the number of further objects.
std::string listObjects(llvm::ArrayRef<std::string> Names);

} // namespace etprune
