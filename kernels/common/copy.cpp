// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See copy.h.

#include "copy.h"

#include <cstring>

#include "dims.h"
#include "elementwise.h"
#include "view_sizes.h"

namespace et::kernels {

namespace {

/// A program may plan an output to overlap an input: then, and only then, memmove, which in C
/// libraries for small cores is the slower one.
inline void copy_bytes(char *to, const char *from, size_t size) {
  const uintptr_t distance = reinterpret_cast<uintptr_t>(to) - reinterpret_cast<uintptr_t>(from);
  if (distance >= size && -distance >= size)
    std::memcpy(to, from, size);
  else
    std::memmove(to, from, size);
}

void copy_run(const ElementRun &run) {
  size_t size = *static_cast<const size_t *>(run.params);
  size_t count = run.count;
  const ptrdiff_t step = static_cast<ptrdiff_t>(size);
  if (run.strides[0] == step && run.strides[1] == step) {
    size *= count;
    count = 1;
  }
  char *out = run.data[0];
  const char *in = run.data[1];
  for (; count != 0; --count) {
    copy_bytes(out, in, size);
    out += run.strides[0];
    in += run.strides[1];
  }
}

/// Whether two tensors have one shape and one dim order.
bool are_alike(const Tensor &a, const Tensor &b) {
  bool alike = a.dim() == b.dim();
  for (size_t d = 0; alike && d < a.dim(); ++d)
    alike = a.size(d) == b.size(d) && a.strides()[d] == b.strides()[d];
  return alike;
}

/// Where element `index`, counted with the last dimension fastest, lies: in elements.
size_t offset_of(const Tensor &tensor, size_t index) {
  size_t offset = 0;
  for (size_t d = tensor.dim(); d-- != 0;) {
    const size_t size = static_cast<size_t>(tensor.size(d));
    offset += index % size * static_cast<size_t>(tensor.strides()[d]);
    index /= size;
  }
  return offset;
}

} // namespace

CopyOperands take_copy_operands(Call &call, size_t out) {
  const CopyOperands operands = {call.any_tensor(0), call.any_tensor(out)};
  call.require(call.ok() && operands.self.scalar_type() == operands.out.scalar_type() &&
               operands.self.element_size() != 0 && has_data(operands.self));
  return operands;
}

void copy_all(Call &call, const CopyOperands &operands) {
  if (!call.ok())
    return;
  const size_t size = operands.self.element_size();
  for_each_pair(call, operands.out, operands.self, copy_run, &size);
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
  if (!call.require(ok))
    return;
  const size_t size = self.element_size();
  ElementWalk walk;
  walk.add_pair(out, self, dims);
  walk.run.params = &size;
  walk.for_each_run(copy_run);
}

void copy_as(Call &call, const CopyOperands &operands, Span<const SizesType> sizes) {
  const auto &[self, out] = operands;
  if (!call.resize(out, sizes))
    return;
  const size_t count = out.numel();
  const size_t size = out.element_size();
  char *const to = out.mutable_data_ptr<char>();
  const char *const from = self.const_data_ptr<char>();
  if (are_alike(self, out) || (in_index_order(self) && in_index_order(out)))
    return copy_bytes(to, from, count * size);
  for (size_t i = 0; i < count; ++i)
    copy_bytes(to + offset_of(out, i) * size, from + offset_of(self, i) * size, size);
}

} // namespace et::kernels
