// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arguments of two-dimensional poolings, and the input elements in each window.

#pragma once

#include "spatial.h"

namespace et::kernels {

/// The taps [first, last) of a window that are inside of the input, along one dimension. Tap k is
/// at element start + k * dilation.
struct Taps {
  int32_t start;
  int32_t first;
  int32_t last;
};
inline Taps valid_taps(const Window &window, int32_t position) {
  const int32_t start = position * window.stride - window.padding;
  const int32_t first = start < 0 ? (-start - 1) / window.dilation + 1 : 0;
  const int32_t last = (window.in - 1 - start) / window.dilation + 1;
  return {start, first, last < window.kernel ? last : window.kernel};
}

/// Input elements [first, last) of a window without dilation. Average pooling divides by `counted`.
struct Extent {
  int32_t first;
  int32_t last;
  int64_t counted;
};
/// In find_with_padding, `counted` includes the padding in the window. With ceil_mode, the last
/// window can extend beyond the padding. `counted` excludes this part of the window.
void find_with_padding(const Window &window, int32_t position, Extent &extent);
void find_without_padding(const Window &window, int32_t position, Extent &extent);

struct MaxPool {
  Tensor self;
  Tensor out;
  Tensor indices;
  Window windows[2];
};
/// Returns false if the call has failed, or if the outputs have no elements.
bool take_max_pool(Call &call, ScalarType dtype, MaxPool &pool);

struct AveragePool {
  Tensor self;
  Tensor out;
  Window windows[2];
  void (*find)(const Window &window, int32_t position, Extent &extent);
  int64_t divisor; ///< 0 means that Extent::counted gives the divisor
};
bool take_average_pool(Call &call, ScalarType dtype, AveragePool &pool);

} // namespace et::kernels
