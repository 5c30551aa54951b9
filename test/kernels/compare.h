// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a call ends as it should, and elements are what they should be.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "case_file.h"

namespace kernel_cases {

constexpr uint8_t kFill = 0xff; ///< what memory holds before a call: NaN, in dtypes that have one

/// What an output holds before the call: of Bool, a byte that inputs do not have.
constexpr uint8_t fill_of(et::ScalarType dtype) {
  return dtype == et::ScalarType::Bool ? 0x7f : kFill;
}

bool is_fill(const uint8_t *data, size_t size, uint8_t fill = kFill);

/// The bytes that stand for true in inputs of Bool. A kernel that only copies keeps them.
constexpr uint8_t kTrueBytes[] = {255, 2, 1};

/// Whether the element at `got` is within atol + rtol * |expected| of the one at `want`; with both
/// 0 their bits must agree. NaNs are all alike, and an infinity is only near itself.
bool is_near(et::ScalarType dtype, const uint8_t *got, const uint8_t *want, double rtol,
             double atol);

/// How the elements at `got` differ from those that the output is to have; empty if they do not.
std::string difference(const Argument &output, const uint8_t *got);

/// How a call ended that should have ended otherwise.
std::string wrong_end(et::Error got, et::Error expected);

} // namespace kernel_cases
