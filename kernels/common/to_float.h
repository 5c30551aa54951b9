// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversion of a 64-bit integer to float, on machines that round twice.

#pragma once

#include <cstdint>

namespace et::kernels {

/// `value` rounded once.
float round_to_float(int64_t value);

} // namespace et::kernels
