// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements of tensors of any dtype: test values for inputs, text for outputs.

#pragma once

#include "et/tensor.h"

const char *dtype_name(et::ScalarType type);

/// Fills `count` elements with a pattern of 17 values: the integers from -8 to 8, or a quarter of
/// these for floating-point dtypes. `seed` shifts the pattern, so that inputs differ.
void fill_with_pattern(et::ScalarType type, void *data, size_t count, size_t seed);

/// Different values print different texts.
void print_element(et::ScalarType type, const void *data, size_t index);
