// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Normalises each channel, dimension 1: what the batch norm operators share. Tensors may have any
// dim orders.

#pragma once

#include "normalize.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// Takes mean and variance from the running ones, which stand at these places.
template <typename T> void load_statistics(Normalization &norm, const char *mean, const char *var) {
  using Compute = ComputeType<T>;
  *reinterpret_cast<Compute *>(norm.mean.bytes) =
      static_cast<Compute>(*reinterpret_cast<const T *>(mean));
  *reinterpret_cast<Compute *>(norm.rstd.bytes) =
      1 /
      std::sqrt(static_cast<Compute>(*reinterpret_cast<const T *>(var)) + norm.eps.as<Compute>());
}

/// Moves the running mean and variance towards those of the elements; the variance that they are an
/// estimate of.
template <typename T>
void update_statistics(const Normalization &norm, const ScalarNumber &momentum, char *mean,
                       char *var) {
  using Compute = ComputeType<T>;
  const Compute part = momentum.as<Compute>();
  const Compute total = static_cast<Compute>(norm.total);
  const Compute unbiased = norm.variance.as<Compute>() * total / (total - 1);
  T &running_mean = *reinterpret_cast<T *>(mean);
  T &running_var = *reinterpret_cast<T *>(var);
  running_mean = static_cast<T>(part * norm.mean.as<Compute>() +
                                (1 - part) * static_cast<Compute>(running_mean));
  running_var = static_cast<T>(part * unbiased + (1 - part) * static_cast<Compute>(running_var));
}

/// What a kernel does with running statistics; null where it has none, or does not do it.
struct BatchNormKernel {
  NormKernel norm;
  void (*load)(Normalization &norm, const char *mean, const char *var);
  void (*update)(const Normalization &norm, const ScalarNumber &momentum, char *mean, char *var);
};

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

} // namespace et::kernels::ET_KERNEL_LIBRARY
