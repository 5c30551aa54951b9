// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See reduce.h. An outer walk goes over the dimensions that stay, and for each element of the
// output an inner one over those that go.

#include "reduce.h"

#include <cstring>

#include "dims.h"
#include "output.h"

namespace et::ET_KERNEL_LIBRARY {

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

bool read_dims(const EValue &value, const Tensor &self, uint32_t &mask) {
  size_t rank = self.dim();
  mask = 0;
  if (rank > kTensorDimensionLimit)
    return false;
  if (value.isIntList()) {
    uint8_t d;
    for (int64_t dim : value.toIntList())
      if (!mark_dim(dim, rank, mask, d))
        return false;
  } else if (!value.isNone()) {
    return false;
  }
  if (mask == 0)
    mask = (uint32_t(1) << rank) - 1;
  return true;
}

bool fold_dims(KernelRuntimeContext &context, const Tensor &self, uint32_t mask, bool keepdim,
               const Tensor &out, const Fold &fold) {
  SizesType sizes[kTensorDimensionLimit];
  size_t dim = 0;
  for (size_t d = 0; d < self.dim(); ++d)
    if (!(mask >> d & 1))
      sizes[dim++] = self.size(d);
    else if (keepdim)
      sizes[dim++] = 1;
  if (!has_data(self) || !resize_output(context, out, sizes, dim))
    return false;

  Outer outer;
  outer.fold = &fold;
  outer.count = 1;
  ElementWalk walk;
  size_t at = 0; // the output's dimension
  for (size_t d = 0; d < self.dim(); ++d) {
    bool goes = mask >> d & 1;
    ptrdiff_t strides[kMaxOperands] = {0, byte_stride(self, d), 0};
    if (goes) {
      outer.inner.add_dimension(self.size(d), strides);
      outer.count *= static_cast<size_t>(self.size(d));
      if (!keepdim)
        continue;
    }
    if (at == out.dim() || out.size(at) != (goes ? 1 : self.size(d)))
      return false;
    if (!goes) {
      strides[0] = byte_stride(out, at);
      walk.add_dimension(self.size(d), strides);
    }
    ++at;
  }

  ElementRun start = {};
  start.data[0] = out.mutable_data_ptr<char>();
  start.data[1] = self.mutable_data_ptr<char>();
  start.params = &outer;
  walk.for_each_run(start, outer_run);
  return true;
}

} // namespace et::ET_KERNEL_LIBRARY
