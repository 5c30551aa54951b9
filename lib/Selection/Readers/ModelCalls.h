// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "Selection/Selection.h"
#include "Support/Problems.h"

#include "program_generated.h"

namespace etprune {

template <typename T> uint64_t sizeOf(const flatbuffers::Vector<T> *Vector) {
  return Vector ? Vector->size() : 0;
}

/// Reads the operators and backends that the methods of a verified program call. ProgramSize limits
/// the work, because tables may share parts. Path is the program's name in errors and askers.
Selection readModelCalls(llvm::StringRef Path, const et::schema::Program &Program,
                         size_t ProgramSize, Problems &Errors);

} // namespace etprune
