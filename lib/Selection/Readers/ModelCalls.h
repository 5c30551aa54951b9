// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "Selection/Selection.h"

namespace et::schema {
struct Program;
}

namespace etprune {

class Problems;

/// The operators and backends that the methods of a verified program call. ProgramSize bounds the
/// work: a program in which tables share their parts must not cost more than one that writes them
/// out. Path is what errors and askers call the program.
Selection readModelCalls(llvm::StringRef Path, const et::schema::Program &Program,
                         size_t ProgramSize, Problems &Errors);

} // namespace etprune
