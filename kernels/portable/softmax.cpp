// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See softmax.h. The walk follows the output's memory.

#include "softmax.h"

#include "dims.h"
#include "output.h"

namespace et::ET_KERNEL_LIBRARY {

void softmax(KernelRuntimeContext &context, Span<EValue *> args, ScalarType dtype,
             ElementRunFunction run) {
  bool ok = args.size() > 3 && args[0]->isTensor() && args[1]->isInt() && args[2]->isBool() &&
            !args[2]->toBool() && args[3]->isTensor();
  if (!ok)
    return context.fail(Error::InvalidArgument);
  Tensor self = args[0]->toTensor();
  Tensor out = args[3]->toTensor();
  size_t rank = self.dim();
  uint8_t dim;
  ok = self.scalar_type() == dtype && out.scalar_type() == dtype && rank <= kTensorDimensionLimit &&
       normalize_dim(args[1]->toInt(), rank, dim) && has_data(self) &&
       resize_output(context, out, self.sizes().data(), rank);
  if (!ok)
    return context.fail(Error::InvalidArgument);

  ElementWalk walk;
  SoftmaxLine line = {1, 0, 0};
  for (size_t place = 0; place < rank; ++place) {
    size_t d = out.dim_order()[place];
    const ptrdiff_t strides[kMaxOperands] = {byte_stride(out, d), byte_stride(self, d), 0};
    if (d == dim)
      line = {static_cast<size_t>(self.size(d)), strides[0], strides[1]};
    else
      walk.add_dimension(self.size(d), strides);
  }
  if (line.size == 0)
    return;
  ElementRun start = {};
  start.data[0] = out.mutable_data_ptr<char>();
  start.data[1] = self.mutable_data_ptr<char>();
  start.params = &line;
  walk.for_each_run(start, run);
}

} // namespace et::ET_KERNEL_LIBRARY
