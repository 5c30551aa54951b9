// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The windows that convolutions and poolings slide over an input, one spatial dimension at a time.

#pragma once

#include "../common/typed_arguments.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// Along one spatial dimension. `in` and `out` count elements, the others are in elements.
struct Window {
  int32_t in;
  int32_t out;
  int32_t kernel;
  int32_t stride;
  int32_t padding;
  int32_t dilation;

  /// The elements that a window spans without padding and beyond its first; false on overflow.
  bool reach(int32_t &elements) const {
    return !__builtin_mul_overflow(dilation, kernel - 1, &elements);
  }
};

/// Takes a list with one value per spatial dimension, or one value for all of them, each at least
/// `low`, into values[0..count).
void take_spatial_list(Call &call, size_t index, int32_t low, size_t count, int32_t *values);

} // namespace et::kernels::ET_KERNEL_LIBRARY
