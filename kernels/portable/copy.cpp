// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See copy.h.

#include "copy.h"

#include <cstring>

namespace et::ET_KERNEL_LIBRARY {

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

} // namespace

bool take_copy_operands(Span<EValue *> args, size_t out, Tensor &self, Tensor &copy) {
  if (args.size() <= out || !args[0]->isTensor() || !args[out]->isTensor())
    return false;
  self = args[0]->toTensor();
  copy = args[out]->toTensor();
  return self.scalar_type() == copy.scalar_type() && self.element_size() != 0 && has_data(self);
}

void copy_permuted(const Tensor &self, const uint8_t *dims, const Tensor &out) {
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

} // namespace et::ET_KERNEL_LIBRARY
