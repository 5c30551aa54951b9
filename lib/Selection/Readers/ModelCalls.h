// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "Selection/Selection.h"
#include "Support/Problems.h"

#include "program_generated.h"

namespace etprune {

template <typename T> uint64_t sizeOf(const flatbuffers::Vector<T> *Vector) {
  return Vector ? Vector->size() : 0;
}

/// The operators and backends that the methods of a verified program call. ProgramSize bounds the
/// work: a program in which tables share their parts must not cost more than one that writes them
/// out. Path is what errors and askers call the program.
Selection readModelCalls(llvm::StringRef Path, const et::schema::Program &Program,
                         size_t ProgramSize, Problems &Errors);

} // namespace etprune
