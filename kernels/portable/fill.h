// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers of a program as elements of any dtype, and tensors that are filled with one: by element
// size, so that it is one code for all dtypes.

#pragma once

#include "../common/typed_arguments.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// A Scalar: an integer, which Bool counts as, or a floating point number.
struct FillNumber {
  bool is_integer = true;
  int64_t integer = 0;
  double number = 0;

  double as_double() const { return is_integer ? static_cast<double>(integer) : number; }
};

/// The argument; the call fails unless it is a number.
FillNumber number_argument(Call &call, size_t index);

/// Cuts off the fraction. False for what no int64_t is.
bool truncate(FillNumber number, int64_t &integer);

/// Writes the number as an element of the dtype, which has a number kind: rounded, of integers the
/// low bits.
void write_element(const FillNumber &number, ScalarType type, char *element);

/// The same of a Float as Half, BFloat16 or Float.
void write_float(float value, ScalarType type, char *element);

/// The same, with PyTorch's checks: false when the dtype is none of numbers or holds no such
/// number. Integers lose a fraction, Byte takes negative ones down to -255.
bool to_element(const FillNumber &number, ScalarType type, char *element);
constexpr size_t kMaxElementSize = 16;

/// Sizes that a program gives as a list of integers.
struct ListedSizes {
  SizesType sizes[kTensorDimensionLimit];
  size_t dim = 0;

  operator Span<const SizesType>() const { return {sizes, dim}; }
};
ListedSizes take_sizes(Call &call, size_t index);

/// Gives args[out] the sizes in the list args[0]: the whole operator but for the elements. What it
/// gives is not defined() where the call fails. It takes the arguments in place, as Call's
/// functions are as long as all of this.
Tensor make_sized(KernelRuntimeContext &context, Args args, size_t out);

/// Gives `out` its shape and each element the number. Does nothing for a call that has failed.
void fill(Call &call, const Tensor &out, Span<const SizesType> sizes, const FillNumber &number);
/// The same with a copy of an element.
void fill(Call &call, const Tensor &out, Span<const SizesType> sizes, const char *element);

} // namespace et::kernels::ET_KERNEL_LIBRARY
