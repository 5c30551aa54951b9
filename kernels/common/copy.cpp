// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See copy.h.

#include "copy.h"

#include <cstring>

#include "dims.h"
#include "walk.h"

namespace et::kernels {

namespace {

void copy_run(const ElementRun &run) {
  size_t size = *static_cast<const size_t *>(run.params);
  size_t count = run.count;
  ptrdiff_t step = static_cast<ptrdiff_t>(size);
  if (run.strides[0] == step && run.strides[1] == step) {
    size *= count;
    count = 1;
  }
  char *out = run.data[0];
  const char *in = run.data[1];
  // Not memcpy, here and in other kernels: a program may plan an output to overlap an input.
  for (; count != 0; --count) {
    std::memmove(out, in, size);
    out += run.strides[0];
    in += run.strides[1];
  }
}

/// Dimension d of `out` is dimension dims[d] of `self`; sizes agree already.
void copy_elements(const Tensor &self, const uint8_t *dims, const Tensor &out) {
  ElementWalk walk;
  for (uint8_t d : out.dim_order()) {
    const ptrdiff_t strides[kMaxOperands] = {byte_stride(out, d), byte_stride(self, dims[d]), 0};
    walk.add_dimension(out.size(d), strides);
  }
  size_t size = self.element_size();
  ElementRun start = {};
  start.data[0] = out.mutable_data_ptr<char>();
  start.data[1] = self.mutable_data_ptr<char>();
  start.params = &size;
  walk.for_each_run(start, copy_run);
}

} // namespace

CopyOperands take_copy_operands(Call &call, size_t out) {
  const CopyOperands operands = {call.any_tensor(0), call.any_tensor(out)};
  call.require(call.ok() && operands.self.scalar_type() == operands.out.scalar_type() &&
               operands.self.element_size() != 0 && has_data(operands.self));
  return operands;
}

void copy_all(Call &call, const CopyOperands &operands) {
  const auto &[self, out] = operands;
  if (!call.ok() || !call.require(self.dim() <= kTensorDimensionLimit) ||
      !call.resize(out, self.sizes()))
    return;
  uint8_t dims[kTensorDimensionLimit];
  for (size_t d = 0; d < self.dim(); ++d)
    dims[d] = static_cast<uint8_t>(d);
  copy_elements(self, dims, out);
}

void copy_permuted(Call &call, const CopyOperands &operands, Span<const int64_t> list) {
  const auto &[self, out] = operands;
  if (!call.ok() || !call.require(self.dim() <= kTensorDimensionLimit && list.size() == self.dim()))
    return;
  uint8_t dims[kTensorDimensionLimit];
  SizesType sizes[kTensorDimensionLimit];
  uint32_t seen = 0;
  for (size_t d = 0; d < list.size(); ++d) {
    if (!call.require(mark_dim(list[d], list.size(), seen, dims[d])))
      return;
    sizes[d] = self.size(dims[d]);
  }
  bool ok = call.resize(out, {sizes, list.size()});
  // The input may be the output, and have another shape now.
  for (size_t d = 0; ok && d < list.size(); ++d)
    ok = self.size(dims[d]) == sizes[d];
  if (call.require(ok))
    copy_elements(self, dims, out);
}

} // namespace et::kernels
