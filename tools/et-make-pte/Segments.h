// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Moves a program's constants from its tables to segments after them, like ExecuTorch's exporter.
// The first segment has the constants, the second the initial values of mutable tensors.

#pragma once

#include "object_api/program_generated.h"

#include <cstdint>
#include <vector>

/// Empties `Program`'s constant buffer and describes the segments instead. Returns the bytes of all
/// segments. The program must not have segments yet.
std::vector<uint8_t> moveConstantsToSegments(et::schema::ProgramT &Program);

/// Returns a file: the finished FlatBuffer `Tables` with an extended header, then `Segments`.
std::vector<uint8_t> joinTablesAndSegments(std::vector<uint8_t> Tables,
                                           const std::vector<uint8_t> &Segments);
