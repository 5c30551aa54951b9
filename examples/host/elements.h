// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The elements of a tensor of any dtype, as numbers. Those of dtypes without arithmetic in C++
// count as bytes.

#pragma once

#include "et/tensor.h"

/// Floating-point elements rise from -1 to 1, integers count from 0 to 9 again and again.
void fill_with_ramp(et::Tensor tensor);

/// "Float [2, 3]"
void print_shape(et::Tensor tensor);
/// All elements in the order of memory, on one line.
void print_elements(et::Tensor tensor);
