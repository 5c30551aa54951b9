// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Normalisations: elements less their mean, divided by their standard deviation, times a weight,
// plus a bias. Operators differ in which elements go together and which weight is whose; a dtype
// brings functions for runs of elements. Half and BFloat16 are computed in Float.

#pragma once

#include <cmath>

#include "dtypes.h"
#include "element.h"
#include "elementwise.h"
#include "scalar_argument.h"
#include "typed_arguments.h"
#include "walk.h"

namespace et::kernels {

/// Elements that go together, as far as they are known; numbers of the compute type.
struct Normalization {
  ScalarNumber eps;
  ScalarNumber sum;
  ScalarNumber mean;
  ScalarNumber variance;
  ScalarNumber rstd; // 1 / sqrt(variance + eps)
  size_t total;
  bool knows_mean;
  /// Null where there are none. All elements side by side have one of their own, or all elements
  /// have one.
  const char *weight;
  const char *bias;
  bool have_own;
  /// Where to write the mean and rstd.
  char *mean_out;
  char *rstd_out;
};

/// Whether there is a loop for each question that a run's elements would ask. Of the other dtypes
/// the conversions, or the sums without instructions for them, take far longer than questions.
template <typename T> constexpr bool kHasFastLoops = std::is_same_v<T, float>;

/// Adds a run's elements, or their squared distances from the mean, to the sum.
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
  // The sum by value: a reference would keep it in memory.
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

/// Makes the mean or the variance of the sum. This and the next are of the compute type: three
/// dtypes share one.
template <typename Compute> void finish_moment(Normalization &norm) {
  ScalarNumber &moment = norm.knows_mean ? norm.variance : norm.mean;
  moment.as<Compute>() = norm.sum.as<Compute>() / static_cast<Compute>(norm.total);
}
template <typename Compute> void finish_rstd(Normalization &norm) {
  norm.rstd.as<Compute>() = 1 / std::sqrt(norm.variance.as<Compute>() + norm.eps.as<Compute>());
}

/// Normalises a run.
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
  // What changes no number: -0 + -0 is -0.
  const Compute weight = weights ? static_cast<Compute>(*weights) : Compute(1);
  const Compute bias = biases ? static_cast<Compute>(*biases) : -Compute(0);
  map_strided_run<T>(
      run, [=](Compute value) { return static_cast<T>((value - mean) * rstd * weight + bias); });
}

/// A kernel for one dtype.
struct NormKernel {
  ScalarType dtype;
  ElementRunFunction normalize;
  void (*finish_rstd)(Normalization &norm);
  ElementRunFunction add_moment;
  void (*finish_moment)(Normalization &norm);
  /// Makes an element of a number.
  ConvertFunction store;
};
template <typename T>
constexpr NormKernel kNorm = {DtypeOf<T>::value,
                              normalize_run<T>,
                              finish_rstd<ComputeType<T>>,
                              moment_run<T>,
                              finish_moment<ComputeType<T>>,
                              convert<T, ComputeType<T>>};

/// The arguments that all of them have.
struct NormArguments {
  Tensor input = {};
  Tensor weight = {};
  Tensor bias = {};
  /// The normalised elements, and two results of statistics.
  Tensor outs[3];
};

/// Takes them: the input is the first, weight and bias stand at `weight` and behind it, outputs at
/// `outs`, and before them the number `eps`. Gives ok().
bool take_norm_arguments(Call &call, size_t weight, size_t outs, const NormKernel &kernel,
                         NormArguments &arguments, Normalization &norm);

/// Takes a floating point number; the call fails unless it is one.
void take_double(Call &call, size_t index, ScalarType dtype, ScalarNumber &number);

/// Whether a weight or bias, if there is one, has these sizes, and stands in their order.
bool has_sizes(const Tensor &tensor, const SizesType *sizes, size_t dim);

/// Mean and rstd of what `walk` goes over, which are `norm.total` elements.
void find_moments(ElementWalk &walk, Normalization &norm, const NormKernel &kernel);

} // namespace et::kernels
