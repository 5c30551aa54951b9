// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements of tensors whatever their dtype: test values for inputs, text for outputs.

#pragma once

#include "et/tensor.h"

/// The dtype's name, "Float".
const char *dtype_name(et::ScalarType type);

/// Fills `data`, `count` elements, with a pattern of 17 values: integers from -8 to 8, quarters of
/// them for floating-point dtypes, the same on every run. `seed` tells inputs apart.
void fill_with_pattern(et::ScalarType type, void *data, size_t count, size_t seed);

/// Prints element `index` so that no two values look the same.
void print_element(et::ScalarType type, const void *data, size_t index);
