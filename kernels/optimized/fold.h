// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Uses vectors to sum elements along some dimensions (../common/reduce.h). If the elements of one
// sum are contiguous, each lane holds a partial sum. If instead the inputs of neighbouring outputs
// are contiguous, each lane holds the sum of one output. Otherwise elements are added one by one.

#pragma once

#include "../common/machine.h"
#include "../common/reduce.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

template <typename T> struct SumLoop {
  using Real = Lane<T>;

  /// If state.is_last, writes scale(sum) to each output. `scale` gets a number or a vector.
  template <size_t bytes, typename Scale>
  ET_ALWAYS_INLINE static void fold(const ElementRun &outputs, FoldState &state,
                                    const Scale &scale) {
    constexpr size_t lanes = kLanes<T, bytes>;
    constexpr ptrdiff_t size = sizeof(T);
    Real known = state.is_first ? Real(0) : *reinterpret_cast<const Real *>(state.sum);
    for (size_t i = 0; i < outputs.count;) {
      char *const out = outputs.data[0] + static_cast<ptrdiff_t>(i) * outputs.strides[0];
      const char *const in = outputs.data[1] + static_cast<ptrdiff_t>(i) * outputs.strides[1];
      if (outputs.strides[1] == size && state.stride != size) {
        constexpr size_t several = 4;
        const size_t left = outputs.count - i;
        if (left >= several * lanes) {
          across<several, bytes>(out, outputs.strides[0], in, state, scale);
          i += several * lanes;
          continue;
        }
        if (left >= lanes) {
          across<1, bytes>(out, outputs.strides[0], in, state, scale);
          i += lanes;
          continue;
        }
      }
      const Real sum = known + along<bytes>(in, state.stride, state.count);
      ++i;
      if (state.is_last)
        *reinterpret_cast<T *>(out) = static_cast<T>(scale(sum));
      else
        *reinterpret_cast<Real *>(state.sum) = sum;
    }
  }

private:
  template <size_t bytes>
  ET_ALWAYS_INLINE static Real along(const char *in, ptrdiff_t stride, size_t count) {
    constexpr size_t lanes = kLanes<T, bytes>;
    using V = Vector<Real, bytes>;
    V sums[4] = {};
    size_t i = 0;
    const auto at = [&](size_t k) ET_INLINED { return load<T, bytes>(in + k * sizeof(T)); };
    if (stride == sizeof(T)) {
      for (; count - i >= 4 * lanes; i += 4 * lanes) {
        sums[0] += at(i);
        sums[1] += at(i + lanes);
        sums[2] += at(i + 2 * lanes);
        sums[3] += at(i + 3 * lanes);
      }
      for (; count - i >= lanes; i += lanes)
        sums[0] += at(i);
    }
    Real sum = sum_of_lanes<Real>(sums[0] + sums[1] + (sums[2] + sums[3]));
    for (; i < count; ++i)
      sum +=
          static_cast<Real>(*reinterpret_cast<const T *>(in + static_cast<ptrdiff_t>(i) * stride));
    return sum;
  }

  /// Writes `several` vectors of neighbouring outputs. Such a call is the only step.
  template <size_t several, size_t bytes, typename Scale>
  ET_ALWAYS_INLINE static void across(char *out, ptrdiff_t out_stride, const char *in,
                                      const FoldState &state, const Scale &scale) {
    constexpr size_t lanes = kLanes<T, bytes>;
    Vector<Real, bytes> sums[several] = {};
    for (size_t i = 0; i < state.count; ++i, in += state.stride)
      for (size_t k = 0; k < several; ++k)
        sums[k] += load<T, bytes>(in + k * lanes * sizeof(T));
    for (size_t k = 0; k < several; ++k)
      store_some<T>(out + static_cast<ptrdiff_t>(k * lanes) * out_stride, out_stride, lanes,
                    scale(sums[k]));
  }
};

} // namespace et::kernels::ET_KERNEL_LIBRARY
