// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scalars as elements of any dtype, and tensors filled with one. The code works on the element
// size, so all dtypes share it.

#pragma once

#include "../common/typed_arguments.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// A Scalar: an integer (or Bool), or a floating point number.
struct FillNumber {
  bool is_integer = true;
  int64_t integer = 0;
  double number = 0;

  double as_double() const { return is_integer ? static_cast<double>(integer) : number; }
};

/// Takes a Scalar; the call fails if the argument is no number.
FillNumber number_argument(Call &call, size_t index);

/// Removes the fraction. False if the number is out of the range of int64_t.
bool truncate(FillNumber number, int64_t &integer);

/// Writes the number as an element of the dtype, which must have a number kind. Floats are rounded;
/// integers take the low bits.
void write_element(const FillNumber &number, ScalarType type, char *element);

/// The same for a float as Half, BFloat16 or Float.
void write_float(float value, ScalarType type, char *element);

/// The same with PyTorch's checks: false if the dtype has no number kind or cannot hold the number.
/// Integers drop a fraction. Byte takes negative numbers down to -255.
bool to_element(const FillNumber &number, ScalarType type, char *element);
constexpr size_t kMaxElementSize = 16;

/// The sizes in a list argument.
struct ListedSizes {
  SizesType sizes[kTensorDimensionLimit];
  size_t dim = 0;

  operator Span<const SizesType>() const { return {sizes, dim}; }
};
ListedSizes take_sizes(Call &call, size_t index);

/// Resizes args[out] to the sizes in the list args[0], and returns it; this is the whole operator
/// except for the elements. Undefined if the call fails. It reads the arguments directly, because
/// Call's accessors would double its size.
Tensor make_sized(KernelRuntimeContext &context, Args args, size_t out);

/// Resizes `out`, and sets each element to the number. Does nothing for a call that has failed.
void fill(Call &call, const Tensor &out, Span<const SizesType> sizes, const FillNumber &number);
/// The same, given an element.
void fill(Call &call, const Tensor &out, Span<const SizesType> sizes, const char *element);

} // namespace et::kernels::ET_KERNEL_LIBRARY
