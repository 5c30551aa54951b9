// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See lines.h.

#include "lines.h"

#include "dims.h"

namespace et::kernels {

void for_each_line(Call &call, const Tensor &self, int32_t dim, const Tensor &out, Line &line,
                   ElementRunFunction run) {
  uint8_t along = 0;
  if (!call.ok() ||
      !call.require(self.dim() <= kTensorDimensionLimit && normalize_dim(dim, self.dim(), along)) ||
      !call.resize(out, self.sizes()))
    return;
  line.size = 1;
  line.out_stride = line.in_stride = 0;
  if (self.dim() != 0) {
    line.size = static_cast<size_t>(self.size(along));
    line.out_stride = byte_stride(out, along);
    line.in_stride = byte_stride(self, along);
  }
  if (line.size == 0)
    return;
  ElementWalk walk;
  walk.add_pair(out, self, nullptr, along);
  walk.run.params = &line;
  walk.for_each_run(run);
}

void softmax(KernelRuntimeContext &context, Args args, const ElementwiseKernel &kernel) {
  enum Arguments : size_t { kSelf, kDim, kHalfToFloat };
  Call call(context, args, kernel.out + size_t(1));
  const Tensor self = call.tensor(kSelf, kernel.dtype);
  const Tensor out = call.output(kernel.out, kernel.dtype);
  const int32_t dim = call.integer(kDim);
  call.require(!call.boolean(kHalfToFloat));
  Line line;
  for_each_line(call, self, dim, out, line, kernel.run);
}

} // namespace et::kernels
