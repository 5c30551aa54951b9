// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Moves a program's constants out of its tables into segments behind them, the way ExecuTorch's
// exporter does: constants in the first segment, initial values of mutable tensors in a second.

#pragma once

#include "object_api/program_generated.h"

#include <cstdint>
#include <vector>

/// Empties the constant buffer of `Program` and describes the segments in it instead. Returns the
/// bytes of all segments. The program must have no segments yet.
std::vector<uint8_t> moveConstantsToSegments(et::schema::ProgramT &Program);

/// A file: `Tables`, a finished FlatBuffer, with an extended header, and `Segments` behind it.
std::vector<uint8_t> joinTablesAndSegments(const uint8_t *Tables, size_t Size,
                                           const std::vector<uint8_t> &Segments);
