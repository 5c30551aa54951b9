// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See matrix.h.

#include "matrix.h"

namespace et::kernels {

MatrixOperands take_matrices(Call &call, size_t first, size_t last, ScalarType dtype) {
  const MatrixOperands operands = {call.tensor(first, dtype), call.tensor(first + 1, dtype),
                                   call.output(last, dtype)};
  const auto &[a, b, out] = operands;
  call.require(call.ok() && a.dim() == 2 && b.dim() == 2 && out.dim() == 2);
  if (!call.ok())
    return operands;
  const SizesType sizes[] = {a.size(0), b.size(1)};
  call.resize(out, {sizes, 2});
  // The output may be an input, and have changed its shape.
  call.require(call.ok() && a.size(0) == out.size(0) && a.size(1) == b.size(0) &&
               b.size(1) == out.size(1));
  return operands;
}

} // namespace et::kernels
