// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements of tensors of any dtype: test values for inputs, text for outputs.

#pragma once

#include "et/tensor.h"

const char *dtype_name(et::ScalarType type);

/// Fills `count` elements with a pattern of the integers from -8 to 8, or of their quarters for
/// floating-point dtypes. Bool elements are 0 or 1. `seed` shifts the pattern.
void fill_with_pattern(et::ScalarType type, void *data, size_t count, size_t seed);

/// Prints an element so that different values have different texts.
void print_element(et::ScalarType type, const void *data, size_t index);
