// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of a row of elements with the rows of a matrix: linear and batch_matmul.

#pragma once

#include "requantize.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

struct RowProduct {
  size_t depth;           ///< elements of a row
  size_t rows;            ///< of the matrix
  uint32_t offset;        ///< is added to the elements
  uint32_t matrix_offset; ///< and to the matrix's
  const int32_t *bias;    ///< one for each row of the matrix; may be null
  Requantization output;

  /// Computes `rows` elements of `out`.
  void multiply(const int8_t *x, const int8_t *matrix, int8_t *out) const;
};

} // namespace et::kernels::ET_KERNEL_LIBRARY
