// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares a call's error code and output elements with the expected error and elements.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "case_file.h"

namespace kernel_cases {

/// The byte that fills memory before a call. It makes floating-point elements NaN.
constexpr uint8_t kFill = 0xff;

/// The byte that fills an output. In a Bool output, kFill would look like a result that is true.
constexpr uint8_t fill_of(et::ScalarType dtype) {
  return dtype == et::ScalarType::Bool ? 0x7f : kFill;
}

bool is_fill(const uint8_t *data, size_t size, uint8_t fill = kFill);

/// Bytes that mean true in Bool inputs. Some kernels copy them, so is_near() accepts each.
constexpr uint8_t kTrueBytes[] = {255, 2, 1};

/// True if the element at `got` is within atol + rtol * |want| of the element at `want`. If atol
/// and rtol are 0, or if the dtype is neither floating-point nor complex, all bits must agree.
/// There are two exceptions: all NaNs are equal, and all bytes that mean true are equal. An
/// infinity is near only an infinity of the same sign.
bool is_near(et::ScalarType dtype, const uint8_t *got, const uint8_t *want, double rtol,
             double atol);

/// Describes the first element that is_near() refuses; empty if none. A negative rtol accepts all.
std::string difference(const Argument &output, const uint8_t *got);

std::string wrong_end(et::Error got, et::Error expected);

} // namespace kernel_cases
