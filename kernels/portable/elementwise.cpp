// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See elementwise.h. The walk follows the output's memory, whatever its dim order.

#include "elementwise.h"

#include "output.h"

namespace et::ET_KERNEL_LIBRARY {

namespace {

/// The size and byte stride of an input along the output's dimension `d`; a dimension that it lacks
/// counts as size 1. Stride 0 repeats an element.
SizesType extent(const Tensor &operand, size_t out_dim, size_t d, ptrdiff_t &stride) {
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

void walk_broadcast(KernelRuntimeContext &context, const Tensor *operands, size_t count,
                    ElementRunFunction run, void *params) {
  const Tensor &out = operands[0];
  size_t dim = 0;
  bool ok = true;
  for (size_t i = 1; i < count; ++i) {
    if (operands[i].dim() > dim)
      dim = operands[i].dim();
    ok = ok && has_data(operands[i]);
  }
  if (!ok || dim > kTensorDimensionLimit)
    return context.fail(Error::InvalidArgument);
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
  if (!resize_output(context, out, sizes, dim))
    return;

  ElementWalk walk;
  for (size_t place = 0; place < dim; ++place) {
    const size_t d = out.dim_order()[place];
    const SizesType size = extent(out, dim, d, strides[0]);
    for (size_t i = 1; i < count; ++i) {
      const SizesType have = extent(operands[i], dim, d, strides[i]);
      if (have != size && have != 1)
        return context.fail(Error::InvalidArgument);
    }
    walk.add_dimension(size, strides);
  }

  ElementRun start = {};
  for (size_t i = 0; i < count; ++i)
    start.data[i] = static_cast<char *>(operands[i].mutable_data_ptr());
  start.params = params;
  walk.for_each_run(start, run);
}

bool take_operands(Span<EValue *> args, size_t inputs, size_t out, Tensor *operands) {
  if (args.size() <= out)
    return false;
  for (size_t i = 0; i <= inputs; ++i) {
    const EValue &value = *args[i == 0 ? out : i - 1];
    if (!value.isTensor())
      return false;
    operands[i] = value.toTensor();
  }
  return true;
}

void elementwise(KernelRuntimeContext &context, Span<EValue *> args, ElementwiseCall call,
                 ElementRunFunction run, void *params) {
  Tensor operands[kMaxOperands];
  size_t count = call.inputs + size_t(1);
  bool ok = take_operands(args, call.inputs, call.out, operands);
  for (size_t i = 0; ok && i < count; ++i)
    ok = operands[i].scalar_type() == call.dtype;
  if (!ok)
    return context.fail(Error::InvalidArgument);
  walk_broadcast(context, operands, count, run, params);
}

} // namespace et::ET_KERNEL_LIBRARY
