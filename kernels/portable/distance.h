// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The distance of two rows, for cdist and pdist: the p-norm of the difference. With p = 0 the
// distance is the number of elements that differ. p = 1 gives the sum of the absolute differences,
// and p = 2 the Euclidean distance. p = infinity gives the largest absolute difference. Any other
// p >= 0 is allowed, too. If a difference is NaN, the distance is NaN. Half and BFloat16 are
// computed in Float.

#pragma once

#include <cmath>
#include <limits>

#include "../common/dtypes.h"
#include "../common/elementwise.h"
#include "../common/typed_arguments.h"
#include "products.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// `p_float` is `p` as a float, converted once per call: some cores convert doubles in software.
struct Norm {
  double p;
  float p_float;

  template <typename W> W power() const {
    if constexpr (std::is_same_v<W, float>)
      return p_float;
    else
      return p;
  }
};

struct DistanceKernel {
  ScalarType dtype;
  /// Writes the distance of the two rows `rows.a` and `rows.b`. In contrast to other Products,
  /// `rows.count` may be 0.
  void (*write)(char *out, const Products &rows, const Norm &norm);
};

/// Computes total = step(total, difference) for each pair of elements of the two rows. `difference`
/// is the absolute difference of the two elements.
template <typename T, typename Step>
ComputeType<T> fold_differences(const Products &rows, Step step) {
  using W = ComputeType<T>;
  const char *a = rows.a;
  const char *b = rows.b;
  const ptrdiff_t a_step = rows.a_step;
  const ptrdiff_t b_step = rows.b_step;
  W total = 0;
  for (size_t left = rows.count; left != 0; --left) {
    total = step(total, std::abs(static_cast<W>(*reinterpret_cast<const T *>(a)) -
                                 static_cast<W>(*reinterpret_cast<const T *>(b))));
    a += a_step;
    b += b_step;
  }
  return total;
}

template <typename T> ComputeType<T> sum_squares(const Products &rows) {
  using W = ComputeType<T>;
  const auto add = [](W sum, W x) { return sum + x * x; };
  if (rows.count == 0 || rows.a_step != sizeof(T) || rows.b_step != sizeof(T))
    return fold_differences<T>(rows, add);
  const T *a = reinterpret_cast<const T *>(rows.a);
  const T *b = reinterpret_cast<const T *>(rows.b);
  W total = 0;
  size_t left = rows.count;
  if constexpr (kAddsInParallel) {
    W other = 0;
    for (; left > 1; left -= 2) {
      total = add(total, static_cast<W>(*a++) - static_cast<W>(*b++));
      other = add(other, static_cast<W>(*a++) - static_cast<W>(*b++));
    }
    total += other;
    if (left == 0)
      return total;
  }
  do
    total = add(total, static_cast<W>(*a++) - static_cast<W>(*b++));
  while (--left != 0);
  return total;
}

template <typename T> void write_distance(char *out, const Products &rows, const Norm &norm) {
  using W = ComputeType<T>;
  const W power = norm.power<W>();
  const auto is_nan = [](W x) { return x != x; };
  W total;
  if (power == 2)
    total = std::sqrt(sum_squares<T>(rows));
  else if (power == 1)
    total = fold_differences<T>(rows, [](W sum, W x) { return sum + x; });
  else if (power == 0)
    total = fold_differences<T>(rows, [&](W sum, W x) {
      return is_nan(x) ? x : x != 0 ? sum + 1 : sum;
    });
  else if (power > std::numeric_limits<W>::max())
    total =
        fold_differences<T>(rows, [&](W most, W x) { return x > most || is_nan(x) ? x : most; });
  else
    total = std::pow(
        fold_differences<T>(rows, [&](W sum, W x) { return sum + std::pow(x, power); }), 1 / power);
  *reinterpret_cast<T *>(out) = static_cast<T>(total);
}

template <typename T>
inline constexpr DistanceKernel kDistance = {DtypeOf<T>::value, write_distance<T>};

inline Norm take_norm(Call &call, size_t index) {
  if (call.ok() && call.require(call[index].isDouble() || call[index].isInt())) {
    const double p =
        call[index].isInt() ? static_cast<double>(call[index].toInt()) : call[index].toDouble();
    if (call.require(p >= 0))
      return {p, static_cast<float>(p)};
  }
  return {};
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
