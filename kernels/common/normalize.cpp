// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See normalize.h.

#include "normalize.h"

#include "view_sizes.h"

namespace et::kernels {

void take_double(Call &call, size_t index, ScalarType dtype, ScalarNumber &number) {
  if (!call.require(call.ok() && call[index].isDouble()))
    return;
  const double value = call[index].toDouble();
  if (dtype == ScalarType::Double)
    number.as<double>() = value;
  else
    number.as<float>() = static_cast<float>(value);
}

bool take_norm_arguments(Call &call, size_t weight, size_t outs, const NormKernel &kernel,
                         NormArguments &arguments, Normalization &norm) {
  enum : size_t { kInput };
  arguments.input = call.tensor(kInput, kernel.dtype);
  if (!call.is_none(weight))
    arguments.weight = call.tensor(weight, kernel.dtype);
  if (!call.is_none(weight + 1))
    arguments.bias = call.tensor(weight + 1, kernel.dtype);
  for (size_t i = 0; i < 3; ++i)
    arguments.outs[i] = call.output(outs + i, kernel.dtype);
  take_double(call, outs - 1, kernel.dtype, norm.eps);
  const Tensor &input = arguments.input;
  return call.require(call.ok() && input.dim() <= kTensorDimensionLimit &&
                      !is_same(arguments.outs[0], input) && !is_same(arguments.outs[1], input) &&
                      !is_same(arguments.outs[2], input) &&
                      !is_same(arguments.outs[0], arguments.outs[1]) &&
                      !is_same(arguments.outs[0], arguments.outs[2]));
}

bool has_sizes(const Tensor &tensor, const SizesType *sizes, size_t dim) {
  if (!tensor.defined())
    return true;
  bool ok = tensor.dim() == dim && in_index_order(tensor);
  for (size_t d = 0; ok && d < dim; ++d)
    ok = tensor.size(d) == sizes[d];
  return ok;
}

void find_moments(ElementWalk &walk, Normalization &norm, const NormKernel &kernel) {
  walk.run.params = &norm;
  norm.mean.as<uint64_t>() = 0; // 0 in any compute type
  norm.knows_mean = false;
  do { // The first pass finds the mean, the second pass the variance.
    norm.sum.as<uint64_t>() = 0;
    walk.for_each_run(kernel.add_moment);
    kernel.finish_moment(norm);
    norm.knows_mean = !norm.knows_mean;
  } while (norm.knows_mean);
  kernel.finish_rstd(norm);
  kernel.store(norm.mean_out, norm.mean.bytes);
  kernel.store(norm.rstd_out, norm.rstd.bytes);
}

} // namespace et::kernels
