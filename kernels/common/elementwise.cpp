// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See elementwise.h. The walk follows the output's memory, whatever its dim order.

#include "elementwise.h"

namespace et::kernels {

namespace {

/// The size and byte stride of an input along the output's dimension `d`; a dimension that it lacks
/// counts as size 1. Stride 0 repeats an element.
SizesType extent(Tensor operand, size_t out_dim, size_t d, ptrdiff_t &stride) {
  size_t missing = out_dim - operand.dim();
  stride = 0;
  if (d < missing)
    return 1;
  SizesType size = operand.size(d - missing);
  if (size != 1)
    stride = byte_stride(operand, d - missing);
  return size;
}

} // namespace

void for_each_element(Call &call, const Tensor *operands, size_t count, ElementRunFunction run,
                      void *params) {
  if (!call.ok())
    return;
  const Tensor &out = operands[0];
  size_t dim = 0;
  bool ok = true;
  for (size_t i = 1; i < count; ++i) {
    if (operands[i].dim() > dim)
      dim = operands[i].dim();
    ok = ok && has_data(operands[i]);
  }
  if (!call.require(ok && dim <= kTensorDimensionLimit))
    return;
  SizesType sizes[kTensorDimensionLimit] = {};
  ptrdiff_t strides[kMaxOperands] = {};
  for (size_t d = 0; d < dim; ++d) {
    sizes[d] = 1;
    for (size_t i = 1; i < count; ++i) {
      const SizesType have = extent(operands[i], dim, d, strides[i]);
      if (have != 1)
        sizes[d] = have;
    }
  }
  if (!call.resize(out, {sizes, dim}))
    return;

  ElementWalk walk;
  for (size_t place = 0; place < dim; ++place) {
    const size_t d = out.dim_order()[place];
    const SizesType size = extent(out, dim, d, strides[0]);
    for (size_t i = 1; i < count; ++i) {
      const SizesType have = extent(operands[i], dim, d, strides[i]);
      ok = ok && (have == size || have == 1);
    }
    walk.add_dimension(size, strides);
  }
  if (!call.require(ok))
    return;

  ElementRun start = {};
  for (size_t i = 0; i < count; ++i)
    start.data[i] = static_cast<char *>(operands[i].mutable_data_ptr());
  start.params = params;
  walk.for_each_run(start, run);
}

void elementwise(KernelRuntimeContext &context, Args args, ElementwiseCall how,
                 ElementRunFunction run, void *params) {
  Call call(context, args, how.out + size_t(1));
  Tensor operands[kMaxOperands];
  operands[0] = call.output(how.out, how.dtype);
  for (size_t i = 0; i < how.inputs; ++i)
    operands[i + 1] = call.output(i, how.dtype);
  for_each_element(call, operands, how.inputs + size_t(1), run, params);
}

} // namespace et::kernels
