// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cortex_m::quantized_linear.out: the dot products of input rows and weight rows. All outputs use
// the first number of requantize_multipliers and of requantize_shifts. Programs for Helium pass
// `kernel_sum`, which replaces the bias and the input's offset. Element i of `kernel_sum` is
// bias[i] + input_offset * (the sum of row i of the weights).

#include "../common/typed_arguments.h"
#include "convolution.h"
#include "layout.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

namespace {

enum Arguments : size_t {
  kInput,
  kWeights,
  kBias,
  kKernelSum,
  kInputOffset,
  kFilterOffset,
  kOutputOffset,
  kRequantizeMultipliers,
  kRequantizeShifts,
  kActivationMax,
  kActivationMin,
  kOut,
  kCount
};

} // namespace

ET_FALLBACK_KERNEL(cortex_m, quantized_linear.out,
                   "cortex_m::quantized_linear.out(Tensor input, Tensor weights, Tensor? bias, "
                   "Tensor? kernel_sum, int input_offset, int filter_offset, int output_offset, "
                   "int[] requantize_multipliers, int[] requantize_shifts, int activation_max, "
                   "int activation_min, *, Tensor(a!) out) -> Tensor(a!)") {
  Call call = Call::exact(context, args, kCount);
  Tensor input = call.tensor(kInput, ScalarType::Char);
  Tensor weights = call.tensor(kWeights, ScalarType::Char);
  Tensor out = call.output(kOut, ScalarType::Char);
  int32_t multiplier = call.first_of(kRequantizeMultipliers, -INT32_MAX, INT32_MAX);
  int32_t shift = call.first_of(kRequantizeShifts, kLowestShift, kHighestShift);
  call.require(call.ok() && input.dim() >= 1 && input.dim() <= kTensorDimensionLimit &&
               weights.dim() == 2 && is_contiguous(input) && is_contiguous(weights) &&
               input.size(input.dim() - 1) == weights.size(1));
  if (!call.ok())
    return;
  Products product;
  product.weights = weights.const_data_ptr<int8_t>();
  product.group_in = static_cast<size_t>(weights.size(1));
  product.out_channels = static_cast<size_t>(weights.size(0));
  product.input_offset = static_cast<uint32_t>(call.integer(kInputOffset));
  product.weights_offset = static_cast<uint32_t>(call.integer(kFilterOffset));
  const int32_t *bias = call.optional_ints(kBias, product.out_channels);
  if (const int32_t *sums = call.optional_ints(kKernelSum, product.out_channels)) {
    bias = sums;
    product.input_offset = 0;
  }
  product.output = {bias,
                    &multiplier,
                    &shift,
                    0,
                    static_cast<uint32_t>(call.integer(kOutputOffset)),
                    call.char_value(kActivationMin),
                    call.char_value(kActivationMax),
                    false};

  SizesType sizes[kTensorDimensionLimit];
  size_t last = input.dim() - 1;
  size_t count = 1;
  for (size_t d = 0; d < last; ++d) {
    sizes[d] = input.size(d);
    count *= static_cast<size_t>(sizes[d]);
  }
  sizes[last] = weights.size(0);
  call.resize(out, {sizes, last + 1});
  call.require(call.ok() && is_contiguous(out));
  if (call.ok())
    multiply_rows(product, input.const_data_ptr<int8_t>(), count, out.mutable_data_ptr<int8_t>());
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
