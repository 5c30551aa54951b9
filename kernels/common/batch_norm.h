// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Normalises each channel, dimension 1: what the batch norm operators share. Tensors may have any
// dim orders.

#pragma once

#include "normalize.h"

namespace et::kernels {

/// What a kernel does beside it; null where it has no running statistics, or does not do it. All of
/// it are pointers, so that an image has no training without an operator that trains.
struct BatchNormKernel {
  NormKernel norm;
  void (*find_moments)(ElementWalk &walk, Normalization &norm, const NormKernel &kernel);
  /// Makes a number of an element.
  ConvertFunction load;
  void (*update)(const Normalization &norm, const ScalarNumber &momentum,
                 const BatchNormKernel &kernel, char *mean, char *var);
};

/// Moves the running mean and variance, which stand at these places, towards those of the elements;
/// the variance that they are an estimate of.
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

/// A call's arguments; running statistics may be missing.
struct BatchNorm {
  NormArguments arguments;
  Normalization norm;
  Tensor running_mean;
  Tensor running_var;
  ScalarNumber momentum;
  bool training;
};

/// Takes the arguments that all have; outputs stand at `outs`. Gives ok().
bool take_batch_norm(Call &call, size_t outs, const BatchNormKernel &kernel, BatchNorm &batch);

/// Gives the outputs their shapes and computes them.
void batch_norm(Call &call, BatchNorm &batch, const BatchNormKernel &kernel);

} // namespace et::kernels
