// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements of tensors of any dtype: test values for inputs, text for outputs.

#pragma once

#include "et/tensor.h"

/// The dtype's name, "Float".
const char *dtype_name(et::ScalarType type);

/// Fills `data`, `count` elements, with a pattern of 17 values: integers from -8 to 8, a quarter of
/// them for floating-point dtypes. The pattern is the same in every run; `seed` shifts it for each
/// input.
void fill_with_pattern(et::ScalarType type, void *data, size_t count, size_t seed);

/// Prints element `index`; different values give different texts.
void print_element(et::ScalarType type, const void *data, size_t index);
