// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See copy.h.

#include "copy.h"

#include "dims.h"

namespace et::kernels {

CopyOperands take_copy_operands(Call &call, size_t out) {
  enum : size_t { kSelf };
  const CopyOperands operands = {call.any_tensor(kSelf), call.any_tensor(out)};
  call.require(call.ok() && operands.self.scalar_type() == operands.out.scalar_type() &&
               has_data(operands.self));
  return operands;
}

void walk_pair(Call &call, const Tensor &out, const Tensor &in, ElementRunFunction run,
               const void *params) {
  if (!call.ok() || !call.require(in.dim() <= kTensorDimensionLimit && has_data(in)) ||
      !call.resize(out, in.sizes()))
    return;
  ElementWalk walk;
  walk.add_pair(out, in);
  walk.run.params = params;
  walk.for_each_run(run);
}

void copy_all(Call &call, const CopyOperands &operands) {
  if (!call.ok())
    return;
  const size_t size = operands.self.element_size();
  walk_pair(call, operands.out, operands.self, copy_run, &size);
}

/// Always inlined, because most images have only one of the two callers, and thus only one copy.
__attribute__((always_inline)) static inline bool
take_order(Call &call, const CopyOperands &operands, Span<const int64_t> list, uint8_t *dims) {
  const auto &[self, out] = operands;
  SizesType sizes[kTensorDimensionLimit];
  uint32_t seen = 0;
  bool ok = call.ok() && list.size() == self.dim();
  for (size_t d = 0; ok && d < list.size(); ++d) {
    ok = mark_dim(list[d], list.size(), seen, dims[d]);
    if (ok)
      sizes[d] = self.size(dims[d]);
  }
  ok = ok && call.resize(out, {sizes, list.size()});
  // If `out` and `self` are the same tensor, the resize may have changed `self`.
  for (size_t d = 0; ok && d < list.size(); ++d)
    ok = self.size(dims[d]) == sizes[d];
  return call.require(ok);
}

bool take_permutation(Call &call, const CopyOperands &operands, Span<const int64_t> list,
                      uint8_t *dims) {
  return take_order(call, operands, list, dims);
}

void copy_permuted(Call &call, const CopyOperands &operands, Span<const int64_t> list) {
  uint8_t dims[kTensorDimensionLimit];
  if (!take_order(call, operands, list, dims))
    return;
  const size_t size = operands.self.element_size();
  ElementWalk walk;
  walk.add_pair(operands.out, operands.self, dims);
  walk.run.params = &size;
  walk.for_each_run(copy_run);
}

void copy_bytes(Call &call, const CopyOperands &operands, bool is_one_copy) {
  const size_t size = call.require(is_one_copy) ? operands.out.nbytes() : 0;
  if (size != 0)
    copy_memory(operands.out.mutable_data_ptr<char>(), operands.self.const_data_ptr<char>(), size);
}

void copy_alike(KernelRuntimeContext &context, Args args, size_t index) {
  enum : size_t { kSelf };
  Error error = args.size() > index ? Error::InvalidArgument : Error::InvalidProgram;
  if (args.size() > index && args[kSelf].isTensor() && args[index].isTensor()) {
    const Tensor self = args[kSelf].toTensor();
    const Tensor out = args[index].toTensor();
    error = shape_alike(self, out);
    if (error == Error::Ok) {
      const size_t bytes = out.nbytes();
      if (bytes != 0)
        copy_memory(out.mutable_data_ptr<char>(), self.const_data_ptr<char>(), bytes);
      return;
    }
  }
  context.fail(error);
}

void copy_flat(Call &call, const CopyOperands &operands, Span<const SizesType> sizes) {
  const auto &[self, out] = operands;
  if (!call.ok() || !call.resize(out, sizes))
    return;
  bool alike = true;
  size_t e = 0;
  for (size_t d = 0; d < self.dim(); ++d) {
    if (self.size(d) == 1)
      continue;
    while (out.size(e) == 1)
      ++e;
    alike = alike && out.strides()[e++] == self.strides()[d];
  }
  const size_t size = call.require(alike) ? out.nbytes() : 0;
  if (size != 0)
    copy_memory(out.mutable_data_ptr<char>(), self.const_data_ptr<char>(), size);
}

} // namespace et::kernels
