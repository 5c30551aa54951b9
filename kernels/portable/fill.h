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

/// Writes the number as an element of the dtype, on which kernels must do arithmetic (promotion.h).
/// Floating point dtypes round the number. Integer dtypes drop the fraction and keep the low bits.
void write_element(const FillNumber &number, ScalarType type, char *element);

void write_float(float value, ScalarType type, char *element);

/// Like write_element(), but with PyTorch's checks. Returns false if the dtype cannot hold the
/// number, or if kernels do no arithmetic on the dtype. As in PyTorch, Byte accepts the integers
/// from -255 to -1, and stores their low bits.
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

/// Resizes `out` to `sizes`, and fills `out`. Does nothing if the call has failed.
void fill(Call &call, const Tensor &out, Span<const SizesType> sizes, const FillNumber &number);
void fill(Call &call, const Tensor &out, Span<const SizesType> sizes, const char *element);

} // namespace et::kernels::ET_KERNEL_LIBRARY
