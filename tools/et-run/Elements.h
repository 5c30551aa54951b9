// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Converts a method's values to and from text and numbers. Elements of a dtype
// without arithmetic in C++ (bits, Float8) are treated as bytes. All functions visit a tensor's
// elements in index order, the last index fastest, for every dim order.

#pragma once

#include "et/evalue.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <random>
#include <string>

namespace etprune {

/// Returns "[2, 3]".
std::string shapeText(et::Span<const et::SizesType> Sizes);
/// Returns "Float [2, 3]" for a tensor, "Int 3" for a number.
std::string describe(et::Tensor Tensor);
std::string describe(const et::EValue &Value);

/// How the elements of an input without a file are made. Ramp: floating-point numbers rise from -1
/// to 1, and integers count from 0 to 9 repeatedly. Random: floating-point numbers are between -1
/// and 1, integers of one byte have any value, and wider integers are between 0 and 9.
enum class Fill { Zeros, Ones, Ramp, Random };
constexpr std::pair<Fill, llvm::StringLiteral> FillNames[] = {
    {Fill::Zeros, "zeros"}, {Fill::Ones, "ones"}, {Fill::Ramp, "ramp"}, {Fill::Random, "random"}};
void fill(et::Tensor Tensor, Fill How, std::mt19937_64 &Numbers);

/// Fills a tensor from text with one number for each element, separated by blanks, commas,
/// semicolons or line ends. For a complex element, the number is the real part.
llvm::Error fillFromText(et::Tensor Tensor, llvm::StringRef Text);
/// Fills a tensor from its elements' bytes, as NumPy's tofile() writes them.
llvm::Error fillFromBytes(et::Tensor Tensor, llvm::StringRef Bytes);

/// Returns the elements in nested brackets, with enough digits to distinguish each from the next
/// possible value. A dimension longer than `Longest` has only its first and last elements.
std::string elementsText(et::Tensor Tensor, size_t Longest);

} // namespace etprune
