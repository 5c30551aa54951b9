// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements of a tensor of any dtype, as numbers. dtypes without arithmetic in C++ are handled as
// bytes.

#pragma once

#include "et/tensor.h"

/// Floating-point elements rise from -1 to 1; integers repeat 0 to 9.
void fill_with_ramp(et::Tensor tensor);

/// Prints "Float [2, 3]".
void print_shape(et::Tensor tensor);
/// Prints all elements in memory order, on one line.
void print_elements(et::Tensor tensor);
