// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Softmax and its logarithm along a dimension: exp(x) / sum of exp(x), and x - log(sum of exp(x)).
// The largest x is subtracted from all x first, so that exp does not overflow.
//
// A line is all elements along the dimension. If lines are contiguous and long enough, a vector has
// elements of one line. Otherwise each lane of a vector has a line of its own. Neighbouring lines
// usually start at neighbouring addresses, so such a vector can be loaded at once.
//
// Half and BFloat16 are computed in Float. For these dtypes each exp is computed once for the sum,
// and again for the quotient. The output cannot keep the first exp, because the output's dtype
// would round this number.

#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "../common/lines.h"
#include "../common/machine.h"
#include "exponential.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

constexpr uint8_t kSoftmaxOut = 3; ///< the arguments are self, dim, half_to_float, out

template <typename T, bool is_log, size_t bytes> struct Softmax {
  using Real = Lane<T>;
  using V = Vector<Real, bytes>;
  static constexpr size_t lanes = kLanes<T, bytes>;
  static constexpr ptrdiff_t size = sizeof(T);
  static constexpr size_t kLinesAtOnce = 16 * lanes;
  /// True if the output can keep exp(x) at full precision until the division.
  static constexpr bool kKeepsPowers = !is_log && std::is_same_v<T, Real>;

  /// Loads `count` elements, which are `stride` bytes apart. `count` is at most `lanes`.
  ET_ALWAYS_INLINE static V gather(const char *data, ptrdiff_t stride, size_t count) {
    if (count == lanes && stride == size)
      return load<T, bytes>(data);
    return load_some<T, bytes>(data, stride, count);
  }
  ET_ALWAYS_INLINE static void scatter(char *data, ptrdiff_t stride, size_t count, V vector) {
    if (count == lanes && stride == size)
      return store<T>(data, vector);
    store_some<T>(data, stride, count, vector);
  }

  /// `powers` is exp(x - largest), unused unless kKeepsPowers. If `is_log`, `sum` is a logarithm.
  ET_ALWAYS_INLINE static V result(V x, V powers, V largest, V sum) {
    if constexpr (is_log)
      return x - largest - sum;
    else if constexpr (kKeepsPowers)
      return powers / sum;
    else
      return exponential<Real>(x - largest) / sum;
  }

  /// Computes a contiguous line. -infinity pads the last vector, because exp(-infinity) is 0.
  ET_ALWAYS_INLINE static void along(char *out, const char *in, size_t count) {
    constexpr size_t step = lanes * sizeof(T);
    const size_t whole = count / lanes * step; // in bytes
    const size_t rest = count % lanes;
    V last = splat_as<V>(-std::numeric_limits<Real>::infinity());
    for (size_t i = 0; i < rest; ++i)
      last[i] = static_cast<Real>(*reinterpret_cast<const T *>(in + whole + i * sizeof(T)));
    V most = last;
    for (size_t at = 0; at < whole; at += step)
      most = larger(load<T, bytes>(in + at), most);
    Real top = most[0];
    for (size_t i = 1; i < lanes; ++i)
      top = most[i] > top ? most[i] : top;
    const V largest = splat_as<V>(top);

    V last_powers = exponential<Real>(last - largest);
    V sums = last_powers;
    for (size_t at = 0; at < whole; at += step) {
      const V powers = exponential<Real>(load<T, bytes>(in + at) - largest);
      sums += powers;
      if constexpr (kKeepsPowers)
        store<T>(out + at, powers);
    }
    const Real total = sum_of_lanes<Real>(sums);
    const V sum = splat_as<V>(is_log ? std::log(total) : total);

    for (size_t at = 0; at < whole; at += step) {
      const V x = load<T, bytes>((kKeepsPowers ? out : in) + at);
      store<T>(out + at, result(x, x, largest, sum));
    }
    if (rest != 0)
      store_some<T>(out + whole, size, rest, result(last, last_powers, largest, sum));
  }

  /// Computes `count` lines, at most kLinesAtOnce. The first elements of neighbouring lines are
  /// `out_stride` bytes apart in the output, and `in_stride` bytes apart in the input.
  ET_ALWAYS_INLINE static void across(char *out, ptrdiff_t out_stride, const char *in,
                                      ptrdiff_t in_stride, size_t count, const Line &line) {
    V largest[kLinesAtOnce / lanes], sums[kLinesAtOnce / lanes];
    // Visits element `i` of all lines, one vector of lines at a time. Calls use(v, some, from, to)
    // for vector number `v`, which has the elements of `some` lines.
    const auto for_each = [&](size_t i, const auto &use) ET_INLINED {
      const char *from = in + static_cast<ptrdiff_t>(i) * line.in_stride;
      char *to = out + static_cast<ptrdiff_t>(i) * line.out_stride;
      for (size_t v = 0, left = count; left != 0; ++v) {
        const size_t some = std::min(left, lanes);
        use(v, some, from, to);
        from += static_cast<ptrdiff_t>(some) * in_stride;
        to += static_cast<ptrdiff_t>(some) * out_stride;
        left -= some;
      }
    };
    for_each(0, [&](size_t v, size_t some, const char *from, char *) ET_INLINED {
      largest[v] = gather(from, in_stride, some);
      sums[v] = V{};
    });
    for (size_t i = 1; i < line.size; ++i)
      for_each(i, [&](size_t v, size_t some, const char *from, char *) ET_INLINED {
        largest[v] = larger(gather(from, in_stride, some), largest[v]);
      });
    for (size_t i = 0; i < line.size; ++i)
      for_each(i, [&](size_t v, size_t some, const char *from, char *to) ET_INLINED {
        const V powers = exponential<Real>(gather(from, in_stride, some) - largest[v]);
        sums[v] += powers;
        if constexpr (kKeepsPowers)
          scatter(to, out_stride, some, powers);
      });
    if constexpr (is_log)
      for (size_t v = 0; v * lanes < count; ++v)
        sums[v] = logarithm(sums[v]);
    for (size_t i = 0; i < line.size; ++i)
      for_each(i, [&](size_t v, size_t some, const char *from, char *to) ET_INLINED {
        const V x = kKeepsPowers ? gather(to, out_stride, some) : gather(from, in_stride, some);
        scatter(to, out_stride, some, result(x, x, largest[v], sums[v]));
      });
  }
};

template <typename T, bool is_log> struct SoftmaxLoop {
  template <size_t bytes> ET_ALWAYS_INLINE static void run(const ElementRun &run) {
    using Lines = Softmax<T, is_log, bytes>;
    const Line &line = *static_cast<const Line *>(run.params);
    const bool is_side_by_side = line.out_stride == Lines::size && line.in_stride == Lines::size;
    const bool is_along = is_side_by_side && line.size >= (run.count == 1 ? 1 : 2) * Lines::lanes;
    char *out = run.data[0];
    const char *in = run.data[1];
    for (size_t left = run.count; left != 0;) {
      const size_t count = is_along ? 1 : std::min(left, Lines::kLinesAtOnce);
      if (is_along)
        Lines::along(out, in, line.size);
      else
        Lines::across(out, run.strides[0], in, run.strides[1], count, line);
      out += static_cast<ptrdiff_t>(count) * run.strides[0];
      in += static_cast<ptrdiff_t>(count) * run.strides[1];
      left -= count;
    }
  }
};

template <typename T, bool is_log>
constexpr ElementwiseKernel kSoftmax =
    elementwise<T>(kSoftmaxOut, machine_run<T, SoftmaxLoop<T, is_log>>);

} // namespace et::kernels::ET_KERNEL_LIBRARY
