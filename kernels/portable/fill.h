// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Converts Scalars to elements of any dtype, and fills tensors with such an element. Filling
// depends on the element size only, so all dtypes share the code.

#pragma once

#include "../common/typed_arguments.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

struct FillNumber {
  bool is_integer = true;
  int64_t integer = 0;
  double number = 0;

  double as_double() const { return is_integer ? static_cast<double>(integer) : number; }
};

FillNumber number_argument(Call &call, size_t index);

/// Returns false if the number is out of the range of int64_t.
bool truncate(FillNumber number, int64_t &integer);

/// Writes the number as an element of the dtype, which must have a number kind (promotion.h).
/// Floating point elements are rounded; integer elements get the number's low bits.
void write_element(const FillNumber &number, ScalarType type, char *element);

void write_float(float value, ScalarType type, char *element);

/// Like write_element, but with PyTorch's checks: returns false if the dtype has no number kind or
/// cannot hold the number. For an integer dtype the fraction is removed. Byte also accepts integer
/// Scalars from -255 to -1.
bool to_element(const FillNumber &number, ScalarType type, char *element);
constexpr size_t kMaxElementSize = 16;

struct ListedSizes {
  SizesType sizes[kTensorDimensionLimit];
  size_t dim = 0;

  operator Span<const SizesType>() const { return {sizes, dim}; }
};
ListedSizes take_sizes(Call &call, size_t index);

/// Resizes args[out] to the sizes in the list args[0], and returns this tensor. If the call fails,
/// the returned tensor is undefined. The function reads the arguments directly, because the code
/// with Call's accessors would be twice as large.
Tensor make_sized(KernelRuntimeContext &context, Args args, size_t out);

/// Does nothing for a call that has failed.
void fill(Call &call, const Tensor &out, Span<const SizesType> sizes, const FillNumber &number);
void fill(Call &call, const Tensor &out, Span<const SizesType> sizes, const char *element);

} // namespace et::kernels::ET_KERNEL_LIBRARY
