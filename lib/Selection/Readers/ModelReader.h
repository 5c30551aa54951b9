// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parts of the model reader: the container (ModelReader.cpp) finds and verifies a program in a
// file; the calls (ModelCalls.cpp) say what its methods need.

#pragma once

#include "Selection/Selection.h"

namespace et::schema {
struct Program;
}

namespace etprune {

class Problems;

/// Whether Content has the identifier of a .pte or .bpte file, of whatever version.
bool looksLikeModel(llvm::StringRef Content);

/// The content of a .pte or .bpte file, aligned to 8 at least. Path is what errors and askers call
/// it.
llvm::Expected<Selection> readModelContent(llvm::StringRef Path, llvm::StringRef Content);

/// What the methods of a verified program call. ProgramSize bounds the work: a program in which
/// tables share their parts must not cost more than one that writes them out.
Selection readModelCalls(llvm::StringRef Path, const et::schema::Program &Program,
                         size_t ProgramSize, Problems &Errors);

} // namespace etprune
