// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See batch_norm.h. In training, three loops visit the elements of a channel. The first computes
// the mean, the second the variance (which needs the mean), and the third the result.

#include "batch_norm.h"

namespace et::kernels {

namespace {

char *item(const Tensor &tensor, size_t c) {
  return tensor.defined() ? tensor.mutable_data_ptr<char>() + c * tensor.element_size() : nullptr;
}

void normalize_channel(BatchNorm &batch, const BatchNormKernel &kernel, ElementWalk &walk,
                       size_t c) {
  const NormArguments &arguments = batch.arguments;
  Normalization &norm = batch.norm;
  norm.weight = item(arguments.weight, c);
  norm.bias = item(arguments.bias, c);
  char *const mean = item(batch.running_mean, c);
  char *const var = item(batch.running_var, c);
  if (batch.training) {
    norm.mean_out = item(arguments.outs[1], c);
    norm.rstd_out = item(arguments.outs[2], c);
    kernel.find_moments(walk, norm, kernel.norm);
  } else {
    kernel.load(norm.mean.bytes, mean);
    kernel.load(norm.variance.bytes, var);
    kernel.norm.finish_rstd(norm);
  }
  walk.run.params = &norm;
  walk.for_each_run(kernel.norm.normalize);
  if (batch.training && kernel.update)
    kernel.update(norm, batch.momentum, kernel, mean, var);
}

} // namespace

bool take_batch_norm(Call &call, size_t outs, const BatchNormKernel &kernel, BatchNorm &batch) {
  enum Arguments : size_t { kInput, kWeight, kBias, kRunningMean, kRunningVar };
  const ScalarType dtype = kernel.norm.dtype;
  if (!take_norm_arguments(call, kWeight, outs, kernel.norm, batch.arguments, batch.norm) ||
      !call.require(batch.arguments.input.dim() >= 2))
    return false;
  take_double(call, outs - 2, dtype, batch.momentum);
  const SizesType channels = batch.arguments.input.size(1);
  if (kernel.load) {
    batch.running_mean = call.tensor(kRunningMean, dtype);
    batch.running_var = call.tensor(kRunningVar, dtype);
  }
  bool ok = call.ok();
  const Tensor *const tensors[] = {&batch.arguments.weight, &batch.arguments.bias,
                                   &batch.running_mean, &batch.running_var};
  for (const Tensor *tensor : tensors)
    ok = ok && has_sizes(*tensor, &channels, 1);
  return call.require(ok);
}

void batch_norm(Call &call, BatchNorm &batch, const BatchNormKernel &kernel) {
  const Tensor &input = batch.arguments.input;
  const Tensor &out = batch.arguments.outs[0];
  if (!call.ok())
    return;
  const SizesType channels = input.size(1);
  const SizesType statistics = batch.training ? channels : 0;
  if (!call.require(!batch.training || channels == 0 || input.numel() != 0))
    return;
  call.resize(out, input.sizes());
  call.resize(batch.arguments.outs[1], {&statistics, 1});
  // Training writes the running statistics. resize() to the same sizes refuses constant tensors.
  if (batch.training && batch.running_mean.defined()) {
    call.resize(batch.running_mean, {&channels, 1});
    call.resize(batch.running_var, {&channels, 1});
  }
  if (!call.resize(batch.arguments.outs[2], {&statistics, 1}) || channels == 0)
    return;
  ElementWalk walk;
  walk.add_pair(out, input, nullptr, 1);
  batch.norm.total = input.numel() / static_cast<size_t>(channels);
  for (SizesType c = 0; c < channels; ++c) {
    normalize_channel(batch, kernel, walk, static_cast<size_t>(c));
    walk.run.data[0] += byte_stride(out, 1);
    walk.run.data[1] += byte_stride(input, 1);
  }
}

} // namespace et::kernels
