// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See reduce.h. An outer walk goes over the dimensions that stay, and for each element of the
// output an inner one over those that are folded.

#include "reduce.h"

#include <cstring>

#include "../common/dims.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

namespace {

struct Outer {
  ElementWalk inner;
  const Fold *fold;
  size_t count;
};

void outer_run(const ElementRun &run) {
  Outer &outer = *static_cast<Outer *>(run.params);
  ElementRun at = run;
  for (size_t i = run.count; i != 0; --i) {
    alignas(16) char sum[16] = {};
    ElementRun start = {};
    start.data[0] = sum;
    start.data[1] = at.data[1];
    start.params = outer.fold->params;
    outer.inner.for_each_run(start, outer.fold->accumulate);
    outer.fold->finish(at.data[0], sum, outer.count, outer.fold->params);
    at.data[0] += run.strides[0];
    at.data[1] += run.strides[1];
  }
}

} // namespace

uint32_t take_dims(Call &call, size_t index, const Tensor &self) {
  const Span<const int64_t> dims = call.optional_list(index);
  uint32_t mask = 0;
  bool ok = self.dim() <= kTensorDimensionLimit;
  uint8_t d;
  for (size_t i = 0; ok && i < dims.size(); ++i)
    ok = mark_dim(dims[i], self.dim(), mask, d);
  call.require(ok);
  return mask != 0 ? mask : (uint32_t(1) << self.dim()) - 1;
}

void fold_dims(Call &call, const Tensor &self, uint32_t mask, bool keepdim, const Tensor &out,
               const Fold &fold) {
  if (!call.require(self.dim() <= kTensorDimensionLimit && has_data(self)))
    return;
  SizesType sizes[kTensorDimensionLimit];
  size_t dim = 0;
  for (size_t d = 0; d < self.dim(); ++d)
    if (!(mask >> d & 1))
      sizes[dim++] = self.size(d);
    else if (keepdim)
      sizes[dim++] = 1;
  if (!call.resize(out, {sizes, dim}))
    return;

  Outer outer;
  outer.fold = &fold;
  outer.count = 1;
  ElementWalk walk;
  size_t at = 0; // the output's dimension
  bool ok = true;
  for (size_t d = 0; ok && d < self.dim(); ++d) {
    const bool is_folded = mask >> d & 1;
    ptrdiff_t strides[kMaxOperands] = {0, byte_stride(self, d), 0};
    if (is_folded) {
      outer.inner.add_dimension(self.size(d), strides);
      outer.count *= static_cast<size_t>(self.size(d));
      if (!keepdim)
        continue;
    }
    ok = at != out.dim() && out.size(at) == (is_folded ? 1 : self.size(d));
    if (ok && !is_folded) {
      strides[0] = byte_stride(out, at);
      walk.add_dimension(self.size(d), strides);
    }
    ++at;
  }
  if (!call.require(ok))
    return;

  ElementRun start = {};
  start.data[0] = out.mutable_data_ptr<char>();
  start.data[1] = self.mutable_data_ptr<char>();
  start.params = &outer;
  walk.for_each_run(start, outer_run);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
