// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See elementwise.h. The walk follows the output's memory, whatever its dim order. One input needs
// no broadcasting, and its walk is that of copies: an image without operators of two inputs does
// not have the rest.

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

void for_each_pair(Call &call, const Tensor &out, const Tensor &in, ElementRunFunction run,
                   const void *params) {
  if (!call.ok() || !call.require(in.dim() <= kTensorDimensionLimit && has_data(in)) ||
      !call.resize(out, in.sizes()))
    return;
  ElementWalk walk;
  walk.add_pair(out, in);
  walk.run.params = params;
  walk.for_each_run(run);
}

void for_each_element(Call &call, const Tensor *operands, size_t count, ElementRunFunction run,
                      const void *params) {
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
  for (size_t i = 0; i < count; ++i)
    walk.run.data[i] = operands[i].mutable_data_ptr<char>();
  walk.run.params = params;
  walk.for_each_run(run);
}

void map(KernelRuntimeContext &context, Args args, const ElementwiseKernel &kernel) {
  Call call(context, args, kernel.out + size_t(1));
  const Tensor out = call.output(kernel.out, kernel.dtype);
  const Tensor in = call.output(0, kernel.dtype);
  for_each_pair(call, out, in, kernel.run, &kernel);
}

void zip(Call &call, const ElementwiseKernel &kernel, const void *params) {
  const Tensor operands[] = {call.output(kernel.out, kernel.dtype), call.output(0, kernel.dtype),
                             call.output(1, kernel.dtype)};
  for_each_element(call, operands, 3, kernel.run, params);
}

void zip(KernelRuntimeContext &context, Args args, const ElementwiseKernel &kernel) {
  Call call(context, args, kernel.out + size_t(1));
  zip(call, kernel, &kernel);
}

} // namespace et::kernels
