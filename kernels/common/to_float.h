// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Converts a 64-bit integer to float with little code on small cores.

#pragma once

#include <cstdint>

namespace et::kernels {

float round_to_float(int64_t value);

} // namespace et::kernels
