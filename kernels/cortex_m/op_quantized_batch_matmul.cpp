// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cortex_m::quantized_batch_matmul.out: multiplies each matrix of one batch by the matrix at the
// same index of the other batch. The matrices of the second batch are passed transposed.

#include "../common/typed_arguments.h"
#include "convolution.h"
#include "layout.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(cortex_m, quantized_batch_matmul.out,
                   "cortex_m::quantized_batch_matmul.out(Tensor lhs, int lhs_zero_point, "
                   "Tensor rhs_transposed, int rhs_zero_point, int output_zero_point, "
                   "int output_multiplier, int output_shift, Tensor scratch, *, Tensor(a!) out) -> "
                   "Tensor(a!)") {
  enum Arguments : size_t {
    kLhs,
    kLhsZeroPoint,
    kRhsTransposed,
    kRhsZeroPoint,
    kOutputZeroPoint,
    kOutputMultiplier,
    kOutputShift,
    kScratch,
    kOut,
    kCount
  };
  Call call = Call::exact(context, args, kCount);
  Tensor lhs = call.tensor(kLhs, ScalarType::Char);
  Tensor rhs = call.tensor(kRhsTransposed, ScalarType::Char);
  Tensor out = call.output(kOut, ScalarType::Char);
  int32_t multiplier = take_multiplier(call, kOutputMultiplier);
  int32_t shift = take_shift(call, kOutputShift);
  call.skip(kScratch);
  Products product;
  product.input_offset = -static_cast<uint32_t>(call.char_value(kLhsZeroPoint));
  product.weights_offset = -static_cast<uint32_t>(call.char_value(kRhsZeroPoint));
  product.output = {
      nullptr,  &multiplier, &shift, 0, static_cast<uint32_t>(call.char_value(kOutputZeroPoint)),
      INT8_MIN, INT8_MAX,    false};
  call.require(call.ok() && lhs.dim() == 3 && rhs.dim() == 3 && lhs.size(0) == rhs.size(0) &&
               lhs.size(2) == rhs.size(2) && is_contiguous(lhs) && is_contiguous(rhs));
  if (!call.ok())
    return;
  const SizesType sizes[] = {lhs.size(0), lhs.size(1), rhs.size(1)};
  product.group_in = static_cast<size_t>(lhs.size(2));
  product.out_channels = static_cast<size_t>(rhs.size(1));
  call.resize(out, {sizes, 3});
  call.require(call.ok() && is_contiguous(out));
  if (!call.ok())
    return;
  const int8_t *x = lhs.const_data_ptr<int8_t>();
  int8_t *y = out.mutable_data_ptr<int8_t>();
  product.weights = rhs.const_data_ptr<int8_t>();
  size_t rows = static_cast<size_t>(sizes[1]);
  for (SizesType n = 0; n < sizes[0]; ++n) {
    multiply_rows(product, x, rows, y);
    x += rows * product.group_in;
    y += rows * product.out_channels;
    product.weights += product.group_in * product.out_channels;
  }
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
