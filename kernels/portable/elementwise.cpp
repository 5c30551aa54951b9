// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The walk goes through the output in memory order. Dimensions that every operand steps through
// without a gap are merged first, so that tensors of one layout become a single run, and a
// broadcast one has as few runs as its shape allows. The counters live on the stack.

#include "elementwise.h"

namespace et {

namespace {

/// One dimension of the walk, from the outermost; strides in bytes.
struct Level {
  size_t size;
  size_t index;
  ptrdiff_t strides[3];
};

/// The size and byte stride of an input along the output's dimension `d`; a dimension that it lacks
/// counts as size 1. Stride 0 repeats an element.
SizesType extent(const Tensor &operand, size_t out_dim, size_t d, ptrdiff_t &stride) {
  size_t missing = out_dim - operand.dim();
  stride = 0;
  if (d < missing)
    return 1;
  SizesType size = operand.size(d - missing);
  if (size != 1)
    stride = static_cast<ptrdiff_t>(operand.strides()[d - missing]) *
             static_cast<ptrdiff_t>(operand.element_size());
  return size;
}

/// Whether the outer level continues where the inner one ends, in every operand.
bool contiguous(const Level &outer, const Level &inner, size_t count) {
  for (size_t i = 0; i < count; ++i)
    if (outer.strides[i] != inner.strides[i] * static_cast<ptrdiff_t>(inner.size))
      return false;
  return true;
}

} // namespace

bool walk_elements(const Tensor *operands, size_t count, ElementRunFunction run,
                   const void *params) {
  const Tensor out = operands[0];
  Level levels[kTensorDimensionLimit];
  size_t depth = 0;
  bool empty = false;

  size_t most_dims = 0;
  for (size_t i = 1; i < count; ++i)
    if (operands[i].dim() > most_dims)
      most_dims = operands[i].dim();
  if (out.dim() != most_dims || most_dims > kTensorDimensionLimit)
    return false;

  for (size_t place = 0; place < out.dim(); ++place) {
    size_t d = out.dim_order()[place];
    SizesType size = out.size(d);
    Level level = {static_cast<size_t>(size), 0, {}};
    bool reached = false;
    extent(out, out.dim(), d, level.strides[0]);
    for (size_t i = 1; i < count; ++i) {
      SizesType have = extent(operands[i], out.dim(), d, level.strides[i]);
      if (have == size)
        reached = true;
      else if (have != 1)
        return false;
    }
    if (!reached)
      return false;
    if (size == 0)
      empty = true;
    if (size == 1)
      continue;
    if (depth != 0 && contiguous(levels[depth - 1], level, count)) {
      level.size *= levels[depth - 1].size;
      --depth;
    }
    levels[depth++] = level;
  }
  if (empty)
    return true;

  ElementRun current;
  current.params = params;
  current.count = 1;
  for (size_t i = 0; i < count; ++i) {
    current.data[i] = static_cast<char *>(operands[i].mutable_data_ptr());
    current.strides[i] = 0;
    if (!current.data[i])
      return false;
  }
  if (depth != 0) {
    const Level &innermost = levels[--depth];
    current.count = innermost.size;
    for (size_t i = 0; i < count; ++i)
      current.strides[i] = innermost.strides[i];
  }

  for (;;) {
    run(current);
    // Advance the counters like an odometer, innermost first.
    size_t at = depth;
    for (;;) {
      if (at == 0)
        return true;
      Level &level = levels[--at];
      bool wrapped = ++level.index == level.size;
      ptrdiff_t steps = wrapped ? 1 - static_cast<ptrdiff_t>(level.size) : 1;
      for (size_t i = 0; i < count; ++i)
        current.data[i] += level.strides[i] * steps;
      if (!wrapped)
        break;
      level.index = 0;
    }
  }
}

void elementwise(KernelRuntimeContext &context, Span<EValue *> args, ElementwiseCall call,
                 ElementRunFunction run, const void *params) {
  Tensor operands[3];
  bool ok = args.size() > call.out;
  for (size_t i = 0; ok && i <= call.inputs; ++i) {
    const EValue &value = *args[i == 0 ? call.out : i - 1];
    ok = value.isTensor();
    if (!ok)
      break;
    operands[i] = value.toTensor();
    ok = operands[i].scalar_type() == call.dtype;
  }
  if (!ok || !walk_elements(operands, call.inputs + size_t(1), run, params))
    context.fail(Error::InvalidArgument);
}

} // namespace et
