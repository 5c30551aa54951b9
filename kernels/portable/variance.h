// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// var and var_mean compute the variance along some dimensions; var_mean also computes the mean. A
// first pass computes the mean, and a second pass sums the squared distances from the mean. Half
// and BFloat16 are computed in Float.

#pragma once

#include "../common/dtypes.h"
#include "../common/scalar_argument.h"
#include "mixed_fold.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// Writes the variance to operand 0, and the mean to operand 2 unless operand 2 is missing.
/// state.params points to the correction. The sum of squares is divided by the number of elements
/// minus the correction.
template <typename T> void variance_fold(const ElementRun &outputs, FoldState &state) {
  using Compute = ComputeType<T>;
  struct Sums {
    Compute values;
    Compute squares;
  };
  char *out = outputs.data[0];
  char *mean_out = outputs.data[2];
  const char *first = outputs.data[1];
  const ptrdiff_t stride = state.stride;
  const Compute total = static_cast<Compute>(state.total);
  const bool is_whole = state.is_first && state.is_last;
  for (size_t i = outputs.count; i != 0; --i) {
    Sums sums = {0, 0};
    if (!state.is_first)
      sums = *reinterpret_cast<const Sums *>(state.sum);
    const char *in = first;
    if (is_whole || state.pass == 0)
      for (size_t left = state.count; left != 0; --left) {
        sums.values += static_cast<Compute>(*reinterpret_cast<const T *>(in));
        in += stride;
      }
    const Compute mean = sums.values / total;
    in = first;
    if (is_whole || state.pass != 0)
      for (size_t left = state.count; left != 0; --left) {
        const Compute distance = static_cast<Compute>(*reinterpret_cast<const T *>(in)) - mean;
        sums.squares += distance * distance;
        in += stride;
      }
    if (!state.is_last) {
      *reinterpret_cast<Sums *>(state.sum) = sums;
      return;
    }
    const Compute freedom = total - *static_cast<const Compute *>(state.params);
    *reinterpret_cast<T *>(out) =
        static_cast<T>(sums.squares / (freedom > 0 ? freedom : Compute(0)));
    if (mean_out)
      *reinterpret_cast<T *>(mean_out) = static_cast<T>(mean);
    out += outputs.strides[0];
    mean_out += outputs.strides[2];
    first += outputs.strides[1];
  }
}

struct VarianceKernel {
  FoldKernel fold;
  ScalarReader read;
};
template <typename T>
constexpr VarianceKernel kVariance = {{DtypeOf<T>::value, DtypeOf<T>::value, variance_fold<T>},
                                      kScalarReader<T>};

/// Reads the correction. None means 1. var.out has the Bool `unbiased`, which is read as 1 or 0.
inline void take_correction(Call &call, size_t index, ScalarType dtype, ScalarReader read,
                            ScalarNumber &correction) {
  static constexpr int64_t one = 1;
  if (!call.ok())
    return;
  if (!call.is_none(index))
    call.require(read(call[index], dtype, &correction));
  else if (dtype == ScalarType::Double)
    *reinterpret_cast<double *>(correction.bytes) = one;
  else
    *reinterpret_cast<float *>(correction.bytes) = one;
}

/// args[index] is the correction.
inline void variance(KernelRuntimeContext &context, Args args, const FoldForm &form, size_t index,
                     const VarianceKernel &kernel) {
  Call call(context, args, form.count);
  FoldOutputs outs;
  const Tensor self = take_fold_tensors(call, form, kernel.fold, outs);
  ScalarNumber correction;
  take_correction(call, index, kernel.fold.dtype, kernel.read, correction);
  if (call.ok())
    fold_tensors(call, form, self, outs, kernel.fold.fold, &correction);
}

inline constexpr WideFolds kVarianceFolds = {
    nullptr, nullptr, variance_fold<float>, variance_fold<double>, nullptr, nullptr};

} // namespace et::kernels::ET_KERNEL_LIBRARY
