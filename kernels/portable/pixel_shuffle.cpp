// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See pixel_shuffle.h. The shape of `deep` is [..., channels * factor * factor, rows, columns]. The
// shape of `wide` is [..., channels, rows * factor, columns * factor].

#include "pixel_shuffle.h"

#include <algorithm>

#include "../common/copy.h"
#include "../common/copy_memory.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

namespace {

bool divide(SizesType &size, SizesType by) {
  const SizesType quotient = size / by;
  const bool divides = quotient * by == size;
  size = quotient;
  return divides;
}

void walk_blocks(const CopyOperands &operands, SizesType factor, bool wider) {
  const auto &[self, out] = operands;
  const Tensor &wide = wider ? out : self;
  const Tensor &deep = wider ? self : out;
  const size_t rank = out.dim();
  ElementWalk walk;
  const auto add = [&](SizesType size, ptrdiff_t wide_step, ptrdiff_t deep_step) {
    const ptrdiff_t steps[kMaxOperands] = {wider ? wide_step : deep_step,
                                           wider ? deep_step : wide_step, 0};
    walk.add_dimension(size, steps);
  };
  for (size_t d = 0; d + 3 < rank; ++d)
    add(wide.size(d), byte_stride(wide, d), byte_stride(deep, d));
  const ptrdiff_t channel = byte_stride(deep, rank - 3);
  const ptrdiff_t row = byte_stride(wide, rank - 2), column = byte_stride(wide, rank - 1);
  add(wide.size(rank - 3), byte_stride(wide, rank - 3), channel * factor * factor);
  add(factor, row, channel * factor);
  add(factor, column, channel);
  add(deep.size(rank - 2), row * factor, byte_stride(deep, rank - 2));
  add(deep.size(rank - 1), column * factor, byte_stride(deep, rank - 1));
  const size_t size = self.element_size();
  walk.run.data[0] = out.mutable_data_ptr<char>();
  walk.run.data[1] = self.mutable_data_ptr<char>();
  walk.run.params = &size;
  walk.for_each_run(copy_run);
}

} // namespace

void shuffle_pixels(KernelRuntimeContext &context, Args args, bool wider) {
  enum Arguments : size_t { kSelf, kFactor, kOut, kCount };
  Call call(context, args, kCount);
  const CopyOperands operands = take_copy_operands(call, kOut);
  const auto &[self, out] = operands;
  const SizesType factor = call.integer(kFactor, 1);
  const size_t rank = call.ok() ? self.dim() : 0;
  // walk_blocks() adds rank + 2 dimensions. A walk has at most kTensorDimensionLimit + 1.
  SizesType square = 0;
  if (!call.require(rank >= 3 && rank < kTensorDimensionLimit && !is_same(out, self) &&
                    !__builtin_mul_overflow(factor, factor, &square)))
    return;
  SizesType sizes[kTensorDimensionLimit];
  SizesType *end = std::copy(self.sizes().begin(), self.sizes().end(), sizes) - 3;
  bool ok;
  if (wider)
    ok = divide(end[0], square) && !__builtin_mul_overflow(end[1], factor, &end[1]) &&
         !__builtin_mul_overflow(end[2], factor, &end[2]);
  else
    ok = !__builtin_mul_overflow(end[0], square, &end[0]) && divide(end[1], factor) &&
         divide(end[2], factor);
  if (call.require(ok) && call.resize(out, {sizes, rank}))
    walk_blocks(operands, factor, wider);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
