// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See masked.h.

#include "masked.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

namespace {

SizesType size_at(const Tensor &tensor, size_t d, size_t dim) {
  const size_t missing = dim - tensor.dim();
  return d < missing ? 1 : tensor.size(d - missing);
}
ptrdiff_t stride_at(const Tensor &tensor, size_t d, size_t dim) {
  return size_at(tensor, d, dim) == 1 ? 0 : byte_stride(tensor, d - (dim - tensor.dim()));
}

void count_run(const ElementRun &run) {
  size_t &count = **static_cast<size_t *const *>(run.params);
  const char *mask = run.data[2];
  for (size_t left = run.count; left != 0; --left) {
    count += *mask != 0;
    mask += run.strides[2];
  }
}

} // namespace

MaskedWalk::MaskedWalk(Call &call, const Tensor &self, const Tensor &mask)
    : self_(self), mask_(mask) {
  if (!call.ok())
    return;
  const size_t dim = self.dim() > mask.dim() ? self.dim() : mask.dim();
  if (!call.require(dim <= kTensorDimensionLimit && has_data(self) && has_data(mask) &&
                    mask.scalar_type() == ScalarType::Bool))
    return;
  for (; dim_ < dim; ++dim_) {
    const SizesType a = size_at(self, dim_, dim);
    const SizesType b = size_at(mask, dim_, dim);
    call.require(a == b || a == 1 || b == 1);
    sizes_[dim_] = a == 1 ? b : a;
  }
}

size_t MaskedWalk::count() {
  size_t result = 0;
  size_t *const params = &result;
  for_each_run(nullptr, count_run, &params);
  return result;
}

void MaskedWalk::for_each_run(const Tensor *out, ElementRunFunction run, const void *params) {
  ElementWalk walk;
  for (size_t d = 0; d < dim_; ++d) {
    const ptrdiff_t strides[kMaxOperands] = {out ? byte_stride(*out, d) : 0,
                                             stride_at(self_, d, dim_), stride_at(mask_, d, dim_)};
    walk.add_dimension(sizes_[d], strides);
  }
  walk.run.data[0] = out ? out->mutable_data_ptr<char>() : nullptr;
  walk.run.data[1] = self_.mutable_data_ptr<char>();
  walk.run.data[2] = mask_.mutable_data_ptr<char>();
  walk.run.params = params;
  walk.for_each_run(run);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
