// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "Selection/Selection.h"
#include "Support/Problems.h"

#include "program_generated.h"

namespace etprune {

template <typename T> uint64_t sizeOf(const flatbuffers::Vector<T> *Vector) {
  return Vector ? Vector->size() : 0;
}

/// Reads the operators and backends that a program's methods call. The caller has verified the
/// program as a flatbuffer. The work is limited in proportion to `ProgramSize`, in bytes, because a
/// hostile program may refer to the same table from many places. Errors and askers contain `Path`.
Selection readModelCalls(llvm::StringRef Path, const et::schema::Program &Program,
                         size_t ProgramSize, Problems &Errors);

} // namespace etprune
