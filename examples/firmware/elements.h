// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements of tensors whatever their dtype: test values for inputs, text for outputs.

#pragma once

#include "et/tensor.h"

/// The dtype's name, "Float".
const char *dtype_name(et::ScalarType type);

/// Fills `data`, `count` elements, with a ramp that repeats: small multiples of a quarter around
/// zero, or small integers, the same on every run. `seed` tells inputs apart.
void fill_with_ramp(et::ScalarType type, void *data, size_t count, size_t seed);

/// Prints element `index` with as many digits as tell all values of the dtype apart.
void print_element(et::ScalarType type, const void *data, size_t index);
