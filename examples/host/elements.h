// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fills and prints tensors. Dtypes without a case in elements.cpp are treated as bytes.

#pragma once

#include "et/tensor.h"

/// Fills a tensor: floating-point elements rise from -1 to 1, integers and bytes repeat 0 to 9, and
/// Bool elements alternate.
void fill_with_ramp(et::Tensor tensor);

/// Prints "Float [2, 3]".
void print_shape(et::Tensor tensor);
void print_elements(et::Tensor tensor);
