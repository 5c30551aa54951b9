// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A method's values as text and numbers, tensors whatever their dtype: those without arithmetic in
// C++ (bits, Float8) count as bytes. All of it goes through a tensor in index order, the last index
// fastest, whatever order (dim order) the elements have in memory.

#pragma once

#include <string>

#include "et/evalue.h"

/// "Float [2, 3]" for a tensor, "Int 3" for a number.
std::string describe(const et::EValue &value);

enum class Fill { Zeros, Ones, Ramp };
/// Ramp: floating-point numbers rise from -1 to 1, integers count from 0 to 9 again and again.
void fill(et::Tensor tensor, Fill how);

/// Fills the tensor from a file. Its name says what is in it: a .txt or .csv file has a number for
/// each element (the real part of a complex one), with blanks, commas or line ends between; any
/// other file has the elements' bytes, as NumPy's tofile() writes them. Returns what is wrong, or
/// an empty string.
std::string fill_from_file(et::Tensor tensor, const std::string &path);

/// All elements in nested brackets, each with as many digits as tell it from its neighbours. Of a
/// dimension longer than `longest`, its ends.
std::string elements_text(et::Tensor tensor, size_t longest);

/// Compares `actual` with `expected`, which has the same dtype and shape. Returns what differs, or
/// an empty string.
std::string compare(et::Tensor actual, et::Tensor expected);
