// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See lines.h. The walk follows the output's memory.

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
  ElementWalk walk;
  for (uint8_t d : out.dim_order()) {
    const ptrdiff_t strides[kMaxOperands] = {byte_stride(out, d), byte_stride(self, d), 0};
    if (d != along) {
      walk.add_dimension(self.size(d), strides);
      continue;
    }
    line.size = static_cast<size_t>(self.size(d));
    line.out_stride = strides[0];
    line.in_stride = strides[1];
  }
  if (line.size == 0)
    return;
  ElementRun start = {};
  start.data[0] = out.mutable_data_ptr<char>();
  start.data[1] = self.mutable_data_ptr<char>();
  start.params = &line;
  walk.for_each_run(start, run);
}

void softmax(KernelRuntimeContext &context, Args args, ScalarType dtype, ElementRunFunction run) {
  Call call(context, args, 4);
  const Tensor self = call.tensor(0, dtype);
  const Tensor out = call.output(3, dtype);
  const int32_t dim = call.integer(1);
  call.require(!call.boolean(2));
  Line line;
  for_each_line(call, self, dim, out, line, run);
}

} // namespace et::kernels
