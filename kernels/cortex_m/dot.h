// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The inner loops: sums of products of Char elements, for several outputs at once so that each
// input is loaded and offset only once.
//
// Four outputs are summed at once, with the input's offset added as an element is loaded. Sums of
// weights, which CMSIS-NN keeps in its workspace to leave the addition out, would cost memory and a
// pass over the weights to save one instruction in thirteen.

#pragma once

#include "et/kernel.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// The outputs that are computed at once: this many, and one by one where fewer are left.
constexpr size_t kLanes = 4;
inline size_t lanes_for(size_t left) { return left >= kLanes ? kLanes : 1; }

/// sums[i] += the products of (x[k] + offset) and weights[i * row + k], k < count; for kLanes sums
/// or for one.
void add_products(const int8_t *x, uint32_t offset, size_t count, const int8_t *weights,
                  ptrdiff_t row, uint32_t *sums, size_t lanes);

} // namespace et::kernels::ET_KERNEL_LIBRARY
