// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether elements are what they should be.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "et/scalar_type.h"

namespace kernel_cases {

/// Whether the element at `got` is within atol + rtol * |expected| of the one at `want`; with both
/// 0 their bits must agree. NaNs are all alike, and an infinity is only near itself.
bool is_near(et::ScalarType dtype, const uint8_t *got, const uint8_t *want, double rtol,
             double atol);

/// An element for messages.
std::string to_string(et::ScalarType dtype, const uint8_t *element);

} // namespace kernel_cases
