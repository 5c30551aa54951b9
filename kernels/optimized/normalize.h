// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loops of ../common/normalize.h, with vectors. If norm.have_own is true, the elements of a run
// are contiguous, and each element has its own weight and bias.

#pragma once

#include "../common/normalize.h"
#include "vector_run.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// While norm.knows_mean is false, norm.mean is 0, and the loop adds the elements of a run to
/// norm.sum. Afterwards the loop adds the squares of the elements' distances from the mean.
/// Contiguous elements are added to several sums, because the processor can compute independent
/// sums at the same time.
template <typename T> struct MomentLoop {
  template <size_t bytes> ET_ALWAYS_INLINE static void run(const ElementRun &run) {
    Normalization &norm =
        *const_cast<Normalization *>(static_cast<const Normalization *>(run.params));
    if (norm.knows_mean)
      add<bytes>(run, norm, [](auto x) ET_INLINED { return x * x; });
    else
      add<bytes>(run, norm, [](auto x) ET_INLINED { return x; });
  }

private:
  template <size_t bytes, typename Function>
  ET_ALWAYS_INLINE static void add(const ElementRun &run, Normalization &norm,
                                   const Function &term) {
    using Real = Lane<T>;
    using V = Vector<Real, bytes>;
    constexpr size_t lanes = kLanes<T, bytes>;
    const char *const in = run.data[1];
    const V mean = splat_as<V>(norm.mean.as<Real>());
    const auto at = [&](size_t i)
                        ET_INLINED { return term(load<T, bytes>(in + i * sizeof(T)) - mean); };
    V sums[4] = {};
    size_t i = 0;
    if (run.strides[1] == sizeof(T)) {
      for (; run.count - i >= 4 * lanes; i += 4 * lanes) {
        sums[0] += at(i);
        sums[1] += at(i + lanes);
        sums[2] += at(i + 2 * lanes);
        sums[3] += at(i + 3 * lanes);
      }
      for (; run.count - i >= lanes; i += lanes)
        sums[0] += at(i);
    }
    Real sum = norm.sum.as<Real>() + sum_of_lanes<Real>(sums[0] + sums[1] + (sums[2] + sums[3]));
    for (; i < run.count; ++i)
      sum += term(static_cast<Real>(*reinterpret_cast<const T *>(in + static_cast<ptrdiff_t>(i) *
                                                                          run.strides[1])) -
                  mean[0]);
    *reinterpret_cast<Real *>(norm.sum.bytes) = sum;
  }
};

template <typename T> struct NormalizeLoop {
  template <size_t bytes> ET_ALWAYS_INLINE static void run(const ElementRun &run) {
    using Real = Lane<T>;
    using V = Vector<Real, bytes>;
    const Normalization &norm = *static_cast<const Normalization *>(run.params);
    const V mean = splat_as<V>(norm.mean.as<Real>());
    const V rstd = splat_as<V>(norm.rstd.as<Real>());
    // Weight 1 and bias -0 change no value; bias 0 would change -0 to 0.
    const V one = splat_as<V>(1), nothing = splat_as<V>(-Real(0));
    if (!norm.have_own) {
      const V scale = rstd * (norm.weight ? Repeated<T, bytes>(norm.weight).vector : one);
      const V bias = norm.bias ? Repeated<T, bytes>(norm.bias).vector : nothing;
      const auto normalized = [=](V x) ET_INLINED { return (x - mean) * scale + bias; };
      if (run.strides[0] == sizeof(T) && run.strides[1] == sizeof(T))
        return map_vectors<T, bytes>(run, normalized);
      return compute_apart<T, bytes>(run, normalized, Apart<T, bytes>{run.data[1], run.strides[1]});
    }
    const SideBySide<T, bytes> in = {run.data[1]}, weight = {norm.weight}, bias = {norm.bias};
    const Repeated<T, bytes> no_weight(one), no_bias(nothing);
    const auto normalized = [=](V x, V w, V b) ET_INLINED { return (x - mean) * rstd * w + b; };
    if (norm.weight && norm.bias)
      compute_whole<T, bytes>(run.data[0], run.count, normalized, in, weight, bias);
    else if (norm.weight)
      compute_whole<T, bytes>(run.data[0], run.count, normalized, in, weight, no_bias);
    else if (norm.bias)
      compute_whole<T, bytes>(run.data[0], run.count, normalized, in, no_weight, bias);
    else
      compute_whole<T, bytes>(run.data[0], run.count, normalized, in, no_weight, no_bias);
  }
};

template <typename T>
constexpr NormKernel kVectorNorm = {DtypeOf<T>::value,
                                    machine_run<T, NormalizeLoop<T>>,
                                    finish_rstd<ComputeType<T>>,
                                    machine_run<T, MomentLoop<T>>,
                                    finish_moment<ComputeType<T>>,
                                    convert<T, ComputeType<T>>};

} // namespace et::kernels::ET_KERNEL_LIBRARY
