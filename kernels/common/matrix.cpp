// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See matrix.h.

#include "matrix.h"

#include <algorithm>

#include "walk.h"

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
  // If the output is also an input, the resize may have changed the size of the input.
  call.require(call.ok() && a.size(0) == out.size(0) && a.size(1) == b.size(0) &&
               b.size(1) == out.size(1));
  return operands;
}

static bool fit(const Tensor &a, const Tensor &b, const Tensor &out) {
  return a.size(0) == b.size(0) && a.size(2) == b.size(1) && out.size(0) == a.size(0) &&
         out.size(1) == a.size(1) && out.size(2) == b.size(2);
}

MatrixOperands take_matrix_batches(Call &call, ScalarType dtype) {
  enum Arguments : size_t { kSelf, kMat2, kOut };
  const MatrixOperands operands = {call.tensor(kSelf, dtype), call.tensor(kMat2, dtype),
                                   call.output(kOut, dtype)};
  const auto &[a, b, out] = operands;
  if (!call.require(call.ok() && a.dim() == 3 && b.dim() == 3 && a.size(0) == b.size(0) &&
                    a.size(2) == b.size(1)))
    return operands;
  const SizesType sizes[] = {a.size(0), a.size(1), b.size(2)};
  if (call.resize(out, {sizes, 3}))
    call.require(fit(a, b, out));
  return operands;
}

bool broadcast_addend(const Tensor &addend, const Tensor &out, ptrdiff_t *strides) {
  if (addend.scalar_type() != out.scalar_type() || addend.dim() > out.dim() || !has_data(addend))
    return false;
  const size_t missing = out.dim() - addend.dim();
  for (size_t d = 0; d < addend.dim(); ++d) {
    if (addend.size(d) == out.size(d + missing))
      strides[d + missing] = byte_stride(addend, d);
    else if (addend.size(d) != 1)
      return false;
  }
  return true;
}

LinearOperands take_linear(Call &call, ScalarType dtype) {
  enum Arguments : size_t { kInput, kWeight, kBias, kOut };
  LinearOperands operands = {call.tensor(kInput, dtype), call.tensor(kWeight, dtype), {},
                             call.output(kOut, dtype),   !call.is_none(kBias),        {}};
  const auto &[input, weight, bias, out, has_bias, strides] = operands;
  if (has_bias)
    operands.bias = call.tensor(kBias, dtype);
  if (!call.require(call.ok() && input.dim() >= 1 && weight.dim() == 2 && !is_same(out, input) &&
                    !is_same(out, weight) && input.size(input.dim() - 1) == weight.size(1)))
    return operands;
  if (has_bias && !call.require(!is_same(out, bias)))
    return operands;
  SizesType sizes[kTensorDimensionLimit];
  std::copy(input.sizes().begin(), input.sizes().end(), sizes)[-1] = weight.size(0);
  if (call.resize(out, {sizes, input.dim()}) && has_bias)
    call.require(broadcast_addend(bias, out, operands.bias_strides));
  return operands;
}

MatrixStack::MatrixStack(const Tensor &tensor) {
  for (size_t d = 0; d + 1 < tensor.dim(); ++d)
    (d + 2 == tensor.dim() ? rows : matrices) *= static_cast<size_t>(tensor.size(d));
}

ptrdiff_t MatrixStack::offset(const Tensor &tensor, size_t index, const ptrdiff_t *strides) {
  ptrdiff_t offset = 0;
  for (size_t d = tensor.dim() < 2 ? 0 : tensor.dim() - 2; d-- != 0;) {
    const size_t size = static_cast<size_t>(tensor.size(d));
    const ptrdiff_t stride = strides ? strides[d] : byte_stride(tensor, d);
    offset += static_cast<ptrdiff_t>(index % size) * stride;
    index /= size;
  }
  return offset;
}

} // namespace et::kernels
