// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Means of the elements in windows, for avg_pool2d and _adaptive_avg_pool2d. All dtypes share one
// loop, which calls the dtype's functions for the sum and the division. Half and BFloat16 are
// summed in Float.

#pragma once

#include "../common/dtypes.h"
#include "../common/pooling.h"
#include "../common/to_float.h"
#include "products.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

struct AverageKernel {
  ScalarType dtype;
  /// Adds `count` (at least 1) elements, `step` bytes apart.
  void (*add)(ProductSum &sum, const char *in, ptrdiff_t step, size_t count);
  void (*store)(char *out, const ProductSum &sum, int64_t divisor);
};

template <typename T>
void add_elements(ProductSum &total, const char *in, ptrdiff_t step, size_t count) {
  using Compute = ComputeType<T>;
  Compute sum = *reinterpret_cast<Compute *>(total.bytes);
  do {
    sum += static_cast<Compute>(*reinterpret_cast<const T *>(in));
    in += step;
  } while (--count != 0);
  *reinterpret_cast<Compute *>(total.bytes) = sum;
}

template <typename T> void store_average(char *out, const ProductSum &total, int64_t divisor) {
  using Compute = ComputeType<T>;
  const Compute sum = *reinterpret_cast<const Compute *>(total.bytes);
  T &result = *reinterpret_cast<T *>(out);
  if constexpr (std::is_integral_v<T>) // avoids the overflow of lowest / -1
    result = static_cast<T>(divisor == -1 ? Compute(0) - sum : Compute(T(sum) / divisor));
  else if constexpr (std::is_same_v<Compute, double>)
    result = static_cast<T>(sum / static_cast<double>(divisor));
  else
    result = static_cast<T>(sum / round_to_float(divisor));
}

template <typename T>
inline constexpr AverageKernel kAverage = {DtypeOf<T>::value, add_elements<T>, store_average<T>};

/// If `divisor` is 0, the sum is divided by the product of Extent::counted of rows and columns.
void average_windows(const Planes &out, const Planes &in, const Window *windows,
                     void (*find)(const Window &window, int32_t position, Extent &extent),
                     int64_t divisor, const AverageKernel &kernel);

} // namespace et::kernels::ET_KERNEL_LIBRARY
