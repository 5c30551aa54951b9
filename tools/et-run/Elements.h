// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A method's values as text and numbers, tensors whatever their dtype: those without arithmetic in
// C++ (bits, Float8) count as bytes. All of it goes through a tensor in index order, the last index
// fastest, whatever order (dim order) the elements have in memory.

#pragma once

#include "et/evalue.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <random>
#include <string>

namespace etprune {

llvm::StringRef dtypeName(et::ScalarType Type);
/// "[2, 3]"
std::string shapeText(et::Span<const et::SizesType> Sizes);
/// "Float [2, 3]" for a tensor, "Int 3" for a number.
std::string describe(et::Tensor Tensor);
std::string describe(const et::EValue &Value);

/// The elements of an input without a file. Ramp: floating-point numbers rise from -1 to 1,
/// integers count from 0 to 9 again and again. Random: floating-point numbers from -1 to 1,
/// integers of a byte all that there are, wider ones from 0 to 9.
enum class Fill { Zeros, Ones, Ramp, Random };
constexpr std::pair<Fill, llvm::StringLiteral> FillNames[] = {
    {Fill::Zeros, "zeros"}, {Fill::Ones, "ones"}, {Fill::Ramp, "ramp"}, {Fill::Random, "random"}};
void fill(et::Tensor Tensor, Fill How, std::mt19937_64 &Numbers);

/// Fills a tensor from text with a number for each element (the real part of a complex one), with
/// blanks, commas, semicolons or line ends between.
llvm::Error fillFromText(et::Tensor Tensor, llvm::StringRef Text);
/// Fills it from the elements' bytes, as NumPy's tofile() writes them.
llvm::Error fillFromBytes(et::Tensor Tensor, llvm::StringRef Bytes);

/// All elements in nested brackets, each with as many digits as tell it from its neighbours. Of a
/// dimension longer than `Longest`, its ends.
std::string elementsText(et::Tensor Tensor, size_t Longest);

} // namespace etprune
