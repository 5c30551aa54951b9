// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See reduce.h. An outer walk goes over the dimensions that stay. Where those that are folded are
// one run, as they mostly are, the dtype's function gets whole runs of output elements; else an
// inner walk goes over them for each output element, and the function gets its runs one by one.

#include "reduce.h"

#include <cstring>

#include "../common/dims.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

namespace {

struct Folding {
  ElementWalk inner;
  FoldFunction fold;
  FoldState state;
};

/// The walk hands out constants; this one is none.
Folding &folding_of(const ElementRun &run) {
  return *const_cast<Folding *>(static_cast<const Folding *>(run.params));
}

void partial_run(const ElementRun &run) {
  Folding &folding = folding_of(run);
  folding.state.count = run.count;
  folding.state.stride = run.strides[1];
  ElementRun one = run;
  one.count = 1;
  folding.fold(one, folding.state);
}

void outer_run(const ElementRun &run) {
  Folding &folding = folding_of(run);
  FoldState &state = folding.state;
  state.is_last = folding.inner.is_one_run();
  if (state.is_last)
    return folding.fold(run, state);
  ElementRun one = run;
  one.count = 1;
  for (size_t i = run.count; i != 0; --i) {
    folding.inner.run.data[1] = one.data[1];
    folding.inner.run.params = run.params;
    std::memset(state.sum, 0, sizeof(state.sum));
    state.is_last = false;
    folding.inner.for_each_run(partial_run);
    state.is_last = true;
    state.count = 0;
    folding.fold(one, state);
    one.data[0] += run.strides[0];
    one.data[1] += run.strides[1];
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
               FoldFunction fold, const void *params) {
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

  Folding folding = {};
  folding.fold = fold;
  folding.state.params = params;
  folding.state.total = 1;
  ElementWalk walk;
  size_t at = 0; // the output's dimension
  bool ok = true;
  for (size_t d = 0; ok && d < self.dim(); ++d) {
    const bool is_folded = mask >> d & 1;
    ptrdiff_t strides[kMaxOperands] = {0, byte_stride(self, d), 0};
    if (is_folded) {
      folding.inner.add_dimension(self.size(d), strides);
      folding.state.total *= static_cast<size_t>(self.size(d));
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

  folding.state.count = folding.inner.run.count;
  folding.state.stride = folding.inner.run.strides[1];
  walk.run.data[0] = out.mutable_data_ptr<char>();
  walk.run.data[1] = self.mutable_data_ptr<char>();
  walk.run.params = &folding;
  walk.for_each_run(outer_run);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
