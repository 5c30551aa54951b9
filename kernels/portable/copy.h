// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that move elements without looking at them: they work on the element size and so need
// no kernel per dtype.

#pragma once

#include "et/kernel.h"
#include "walk.h"

namespace et::ET_KERNEL_LIBRARY {

/// The tensors args[0] and args[out], when both have the same dtype, whose elements have a size of
/// their own, and the first one has memory.
bool take_copy_operands(Span<EValue *> args, size_t out, Tensor &self, Tensor &copy);

/// Walks over `out` and copies `self` into it; dimension d of `out` is dimension dims[d] of `self`.
/// Sizes agree already.
void copy_permuted(const Tensor &self, const uint8_t *dims, const Tensor &out);

} // namespace et::ET_KERNEL_LIBRARY
