// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A method's values as text and numbers, tensors whatever their dtype: those without arithmetic in
// C++ (bits, Float8) count as bytes. All of it goes through a tensor in index order, the last index
// fastest, whatever order (dim order) the elements have in memory.

#pragma once

#include "et/bfloat16.h"
#include "et/complex.h"
#include "et/evalue.h"
#include "et/half.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <random>
#include <string>

namespace etprune {

/// Calls `Action` with a null `T *`, T being the C++ type of the dtype's elements.
template <typename Function> void withElementType(et::ScalarType Type, Function Action) {
  switch (Type) {
#define ET_DTYPE(name, T)                                                                          \
  case et::ScalarType::name:                                                                       \
    return Action(static_cast<T *>(nullptr));
    ET_DTYPE(Char, int8_t)
    ET_DTYPE(QInt8, int8_t)
    ET_DTYPE(Short, int16_t)
    ET_DTYPE(Int, int32_t)
    ET_DTYPE(QInt32, int32_t)
    ET_DTYPE(Long, int64_t)
    ET_DTYPE(Bits16, uint16_t)
    ET_DTYPE(UInt16, uint16_t)
    ET_DTYPE(UInt32, uint32_t)
    ET_DTYPE(UInt64, uint64_t)
    ET_DTYPE(Bool, bool)
    ET_DTYPE(Half, et::Half)
    ET_DTYPE(BFloat16, et::BFloat16)
    ET_DTYPE(Float, float)
    ET_DTYPE(Double, double)
    ET_DTYPE(ComplexHalf, et::Complex<et::Half>)
    ET_DTYPE(ComplexFloat, et::Complex<float>)
    ET_DTYPE(ComplexDouble, et::Complex<double>)
#undef ET_DTYPE
  default:
    return Action(static_cast<uint8_t *>(nullptr));
  }
}

/// Calls `Visit` with the address of each element.
void forEachElement(et::Tensor Tensor, llvm::function_ref<void(uint8_t *)> Visit);

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
