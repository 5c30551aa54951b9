// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies of bytes and of elements, of any type of their size: the innermost loops of operators that
// move elements.

#pragma once

#include "walk.h"

namespace et::kernels {

/// Copies memory. A program may plan an output to overlap an input: then, and only then, by
/// memmove, which in C libraries for small cores is the slower one.
void copy_memory(char *to, const char *from, size_t size);

/// Copies an element of `size` bytes (1, 2, 4, 8 or 16).
void copy_element(char *to, const char *from, size_t size);

/// Copies `count` elements of `size` bytes (1, 2, 4, 8 or 16); the steps are bytes from one to the
/// next, 0 for an element that is repeated.
void copy_elements(char *out, ptrdiff_t out_step, const char *in, ptrdiff_t in_step, size_t size,
                   size_t count);

/// Copies a run of elements of operand 1 to operand 0. The run's params point to their size, a
/// size_t.
void copy_run(const ElementRun &run);

} // namespace et::kernels
