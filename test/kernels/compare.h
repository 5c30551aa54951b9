// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares a call's error code and output elements with the expected error and elements.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "case_file.h"

namespace kernel_cases {

constexpr uint8_t kFill = 0xff; ///< fills memory before a call: NaN, in dtypes that have one

/// The byte that fills an output before the call; for Bool, a byte that inputs do not have.
constexpr uint8_t fill_of(et::ScalarType dtype) {
  return dtype == et::ScalarType::Bool ? 0x7f : kFill;
}

bool is_fill(const uint8_t *data, size_t size, uint8_t fill = kFill);

/// Bytes for true in Bool inputs. A kernel that only copies keeps them.
constexpr uint8_t kTrueBytes[] = {255, 2, 1};

/// True if the element at `got` is within atol + rtol * |expected| of the element at `want`. If
/// atol and rtol are 0, all bits must agree. All NaNs are equal, and an infinity is near only
/// itself.
bool is_near(et::ScalarType dtype, const uint8_t *got, const uint8_t *want, double rtol,
             double atol);

/// Describes how the elements at `got` differ from the expected output; empty if there is no
/// difference.
std::string difference(const Argument &output, const uint8_t *got);

std::string wrong_end(et::Error got, et::Error expected);

} // namespace kernel_cases
