// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Selects one of two elements by a condition. The loop copies bits, so one loop serves all dtypes
// of the same size.

#pragma once

#include "bits.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// out = condition ? a : b; the condition is operand 3, one byte per element.
template <typename Bits> void select_run(const ElementRun &run) {
  char *out = run.data[0];
  const char *a = run.data[1];
  const char *b = run.data[2];
  const char *condition = run.data[3];
  const ptrdiff_t out_stride = run.strides[0];
  const ptrdiff_t a_stride = run.strides[1];
  const ptrdiff_t b_stride = run.strides[2];
  const ptrdiff_t condition_stride = run.strides[3];
  size_t left = run.count;
  do {
    *reinterpret_cast<Bits *>(out) = *reinterpret_cast<const Bits *>(*condition ? a : b);
    out += out_stride;
    a += a_stride;
    b += b_stride;
    condition += condition_stride;
  } while (--left != 0);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
