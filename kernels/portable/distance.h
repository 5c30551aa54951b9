// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The p-norms of differences of rows, for cdist and pdist: how many differ (p = 0), the sum of the
// distances (1), Euclid's (2), the largest (infinity), or any other p. NaN stays NaN. Half and
// BFloat16 are computed in Float.

#pragma once

#include <cmath>
#include <limits>

#include "../common/dtypes.h"
#include "../common/typed_arguments.h"
#include "products.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

struct DistanceKernel {
  ScalarType dtype;
  /// Writes the distance of two rows, whose elements are pairs; there may be none.
  void (*write)(char *out, const Products &rows, double p);
};

template <typename T> void write_distance(char *out, const Products &rows, double p) {
  using W = ComputeType<T>;
  const W power = static_cast<W>(p);
  const char *a = rows.a;
  const char *b = rows.b;
  W total = 0;
  for (size_t left = rows.count; left != 0; --left) {
    W difference = static_cast<W>(*reinterpret_cast<const T *>(a)) -
                   static_cast<W>(*reinterpret_cast<const T *>(b));
    a += rows.a_step;
    b += rows.b_step;
    difference = difference < 0 ? -difference : difference;
    if (difference != difference) // NaN. NOLINT(misc-redundant-expression)
      total = difference;
    else if (power == 0)
      total += difference != 0;
    else if (power == 1)
      total += difference;
    else if (power == 2)
      total += difference * difference;
    else if (power > std::numeric_limits<W>::max())
      total = difference > total ? difference : total;
    else
      total += std::pow(difference, power);
  }
  if (power == 2)
    total = std::sqrt(total);
  else if (power != 0 && power != 1 && power <= std::numeric_limits<W>::max())
    total = std::pow(total, 1 / power);
  *reinterpret_cast<T *>(out) = static_cast<T>(total);
}

/// An object of its own per dtype, as in products.h.
template <typename T>
inline constexpr DistanceKernel kDistance = {DtypeOf<T>::value, write_distance<T>};

/// Takes a p: no less than 0.
inline double take_norm(Call &call, size_t index) {
  if (call.ok() && call.require(call[index].isDouble() || call[index].isInt())) {
    const double p =
        call[index].isInt() ? static_cast<double>(call[index].toInt()) : call[index].toDouble();
    if (call.require(p >= 0))
      return p;
  }
  return 0;
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
