// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies memory, and elements of a given size. Operators that move elements use these functions as
// their innermost loops.

#pragma once

#include "walk.h"

namespace et::kernels {

/// The ranges may overlap. If not, uses memcpy, which is faster than memmove on small cores.
void copy_memory(char *to, const char *from, size_t size);

void copy_element(char *to, const char *from, size_t size);

/// Copies `count` elements of `size` bytes (1, 2, 4, 8 or 16). A step is the number of bytes from
/// one element to the next; 0 repeats an element.
void copy_elements(char *out, ptrdiff_t out_step, const char *in, ptrdiff_t in_step, size_t size,
                   size_t count);

/// Copies operand 1 of a run to operand 0. run.params points to the element size, a size_t.
void copy_run(const ElementRun &run);

} // namespace et::kernels
