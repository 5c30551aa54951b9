// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A 64-bit integer as a float.

#pragma once

#include <cstdint>

namespace et::kernels {

/// `value` rounded once.
float round_to_float(int64_t value);

} // namespace et::kernels
