// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Moves elements of any dtype, by their size.

#pragma once

#include <cstddef>

namespace et::kernels::ET_KERNEL_LIBRARY {

/// Copies `count` elements of `size` bytes (1, 2, 4, 8 or 16); the steps are bytes from one to the
/// next, 0 for an element that is repeated.
void move_elements(char *out, ptrdiff_t out_step, const char *in, ptrdiff_t in_step, size_t size,
                   size_t count);

} // namespace et::kernels::ET_KERNEL_LIBRARY
