// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared code of the batch norm operators, which normalise each channel (dimension 1) of a tensor.

#pragma once

#include "normalize.h"

namespace et::kernels {

/// The functions are pointers so that an image without training has no training code. Without
/// training, `find_moments` and `update` are null; without running statistics, `load` and `update`.
struct BatchNormKernel {
  NormKernel norm;
  void (*find_moments)(ElementWalk &walk, Normalization &norm, const NormKernel &kernel);
  ConvertFunction load;
  void (*update)(const Normalization &norm, const ScalarNumber &momentum,
                 const BatchNormKernel &kernel, char *mean, char *var);
};

template <typename Compute>
void update_statistics(const Normalization &norm, const ScalarNumber &momentum,
                       const BatchNormKernel &kernel, char *mean, char *var) {
  const Compute part = momentum.as<Compute>();
  const Compute total = static_cast<Compute>(norm.total);
  const Compute unbiased = norm.variance.as<Compute>() * total / (total - 1);
  ScalarNumber moved[2];
  kernel.load(moved[0].bytes, mean);
  kernel.load(moved[1].bytes, var);
  moved[0].as<Compute>() = part * norm.mean.as<Compute>() + (1 - part) * moved[0].as<Compute>();
  moved[1].as<Compute>() = part * unbiased + (1 - part) * moved[1].as<Compute>();
  kernel.norm.store(mean, moved[0].bytes);
  kernel.norm.store(var, moved[1].bytes);
}

struct BatchNorm {
  NormArguments arguments;
  Normalization norm;
  Tensor running_mean;
  Tensor running_var;
  ScalarNumber momentum;
  bool training;
};

/// Takes all arguments but `training`. args[outs] is the first of three outputs.
bool take_batch_norm(Call &call, size_t outs, const BatchNormKernel &kernel, BatchNorm &batch);

void batch_norm(Call &call, BatchNorm &batch, const BatchNormKernel &kernel);

} // namespace et::kernels
