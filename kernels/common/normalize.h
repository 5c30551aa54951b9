// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Normalisation: (element - mean) / standard deviation * weight + bias. The operator decides which
// elements share one mean and one deviation, for example all elements of a channel. Each dtype has
// its own functions for runs of elements. Half and BFloat16 are computed in Float.

#pragma once

#include <cmath>

#include "dtypes.h"
#include "element.h"
#include "elementwise.h"
#include "scalar_argument.h"
#include "typed_arguments.h"
#include "walk.h"

namespace et::kernels {

/// Each ScalarNumber holds a value of the kernel's compute type.
struct Normalization {
  ScalarNumber eps;
  ScalarNumber sum;
  ScalarNumber mean;
  ScalarNumber variance;
  ScalarNumber rstd; // 1 / sqrt(variance + eps)
  size_t total;      // the number of elements that share one mean
  bool knows_mean;
  /// May be null. If `have_own`, each element has its own weight and bias, and runs are contiguous.
  const char *weight;
  const char *bias;
  bool have_own;
  char *mean_out;
  char *rstd_out;
};

/// True if contiguous elements have a second, faster loop. Other dtypes than Float gain too little.
template <typename T> constexpr bool kHasFastLoops = std::is_same_v<T, float>;

/// Adds the elements of a run to norm.sum. If norm.knows_mean is true, adds the squares of the
/// elements' distances from the mean instead. Otherwise norm.mean is 0.
template <typename T> void moment_run(const ElementRun &run) {
  using Compute = ComputeType<T>;
  Normalization &norm =
      *const_cast<Normalization *>(static_cast<const Normalization *>(run.params));
  const Compute mean = norm.mean.as<Compute>();
  Compute sum = norm.sum.as<Compute>();
  if constexpr (!kHasFastLoops<T>) {
    const char *in = run.data[1];
    size_t left = run.count;
    do {
      const Compute value = static_cast<Compute>(*reinterpret_cast<const T *>(in)) - mean;
      sum += norm.knows_mean ? value * value : value;
      in += run.strides[1];
    } while (--left != 0);
    norm.sum.as<Compute>() = sum;
    return;
  }
  // `sum` is an argument, because compilers would keep a captured `sum` in memory, not a register.
  const auto add = [&](Compute total, auto term) {
    const T *in = reinterpret_cast<const T *>(run.data[1]);
    const ptrdiff_t stride = run.strides[1];
    size_t left = run.count;
    if (norm.have_own) {
      if constexpr (kAddsInParallel) {
        Compute other = 0;
        for (; left > 1; left -= 2) {
          total += term(static_cast<Compute>(*in++));
          other += term(static_cast<Compute>(*in++));
        }
        total += other;
        if (left == 0)
          return total;
      }
      do
        total += term(static_cast<Compute>(*in++));
      while (--left != 0);
    } else {
      do {
        total += term(static_cast<Compute>(*in));
        in = reinterpret_cast<const T *>(reinterpret_cast<const char *>(in) + stride);
      } while (--left != 0);
    }
    return total;
  };
  if (norm.knows_mean)
    sum = add(sum, [mean](Compute value) { return (value - mean) * (value - mean); });
  else
    sum = add(sum, [](Compute value) { return value; });
  *reinterpret_cast<Compute *>(norm.sum.bytes) = sum;
}

template <typename Compute> void finish_moment(Normalization &norm) {
  ScalarNumber &moment = norm.knows_mean ? norm.variance : norm.mean;
  moment.as<Compute>() = norm.sum.as<Compute>() / static_cast<Compute>(norm.total);
}
template <typename Compute> void finish_rstd(Normalization &norm) {
  norm.rstd.as<Compute>() = 1 / std::sqrt(norm.variance.as<Compute>() + norm.eps.as<Compute>());
}

template <typename T> void normalize_run(const ElementRun &run) {
  using Compute = ComputeType<T>;
  const Normalization &norm = *static_cast<const Normalization *>(run.params);
  const Compute mean = norm.mean.as<Compute>();
  const Compute rstd = norm.rstd.as<Compute>();
  const T *weights = reinterpret_cast<const T *>(norm.weight);
  const T *biases = reinterpret_cast<const T *>(norm.bias);
  size_t left = run.count;
  if constexpr (!kHasFastLoops<T>) {
    char *out = run.data[0];
    const char *in = run.data[1];
    const ptrdiff_t step = norm.have_own;
    do {
      Compute value = (static_cast<Compute>(*reinterpret_cast<const T *>(in)) - mean) * rstd;
      if (weights) {
        value *= static_cast<Compute>(*weights);
        weights += step;
      }
      if (biases) {
        value += static_cast<Compute>(*biases);
        biases += step;
      }
      *reinterpret_cast<T *>(out) = static_cast<T>(value);
      out += run.strides[0];
      in += run.strides[1];
    } while (--left != 0);
    return;
  }
  if (norm.have_own) {
    T *out = reinterpret_cast<T *>(run.data[0]);
    const T *in = reinterpret_cast<const T *>(run.data[1]);
    do {
      Compute value = (static_cast<Compute>(*in++) - mean) * rstd;
      if (weights)
        value *= static_cast<Compute>(*weights++);
      if (biases)
        value += static_cast<Compute>(*biases++);
      *out++ = static_cast<T>(value);
    } while (--left != 0);
    return;
  }
  // Weight 1 and bias -0 change no value. Bias 0 would change -0 to 0.
  const Compute weight = weights ? static_cast<Compute>(*weights) : Compute(1);
  const Compute bias = biases ? static_cast<Compute>(*biases) : -Compute(0);
  map_strided_run<T>(
      run, [=](Compute value) { return static_cast<T>((value - mean) * rstd * weight + bias); });
}

struct NormKernel {
  ScalarType dtype;
  ElementRunFunction normalize;
  void (*finish_rstd)(Normalization &norm);
  ElementRunFunction add_moment;
  void (*finish_moment)(Normalization &norm);
  ConvertFunction store;
};
template <typename T>
constexpr NormKernel kNorm = {DtypeOf<T>::value,
                              normalize_run<T>,
                              finish_rstd<ComputeType<T>>,
                              moment_run<T>,
                              finish_moment<ComputeType<T>>,
                              convert<T, ComputeType<T>>};

struct NormArguments {
  Tensor input = {};
  Tensor weight = {};
  Tensor bias = {};
  Tensor outs[3];
};

/// args[0] is the input, args[weight] the weight, args[weight + 1] the bias, args[outs] the first
/// output, and args[outs - 1] `eps`.
bool take_norm_arguments(Call &call, size_t weight, size_t outs, const NormKernel &kernel,
                         NormArguments &arguments, Normalization &norm);

void take_double(Call &call, size_t index, ScalarType dtype, ScalarNumber &number);

/// True for a missing tensor, and for a contiguous tensor of these sizes.
bool has_sizes(const Tensor &tensor, const SizesType *sizes, size_t dim);

/// Finds mean, variance and rstd in two walks. Stores the mean to mean_out and rstd to rstd_out.
void find_moments(ElementWalk &walk, Normalization &norm, const NormKernel &kernel);

} // namespace et::kernels
