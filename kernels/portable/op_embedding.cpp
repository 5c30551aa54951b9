// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::embedding.out: the row of the matrix `weight` for each index. A negative index is an error.
// The other arguments are ignored, because they matter only in training. As in ExecuTorch, tensors
// must be contiguous.

#include "../common/copy.h"
#include "../common/copy_memory.h"
#include "../common/view_sizes.h"
#include "indexed.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, embedding.out,
                   "embedding.out(Tensor weight, Tensor indices, SymInt padding_idx=-1, bool "
                   "scale_grad_by_freq=False, bool sparse=False, *, Tensor(a!) out) "
                   "-> Tensor(a!)") {
  enum Arguments : size_t { kIndices = 1, kPaddingIdx, kScaleGradByFreq, kSparse, kOut, kCount };
  Call call(context, args, kCount);
  const auto [weight, out] = take_copy_operands(call, kOut);
  const Tensor index = call.any_tensor(kIndices);
  call.integer(kPaddingIdx);
  call.boolean(kScaleGradByFreq);
  call.boolean(kSparse);
  if (!call.require(call.ok() && weight.dim() == 2 && index.dim() < kTensorDimensionLimit &&
                    !is_same(out, weight) && !is_same(out, index) && in_index_order(weight) &&
                    in_index_order(index)))
    return;
  require_indices(call, index, 0, weight.size(0));
  SizesType sizes[kTensorDimensionLimit];
  const size_t last = index.dim();
  for (size_t d = 0; d < last; ++d)
    sizes[d] = index.size(d);
  sizes[last] = weight.size(1);
  if (!call.resize(out, {sizes, last + 1}) || !call.require(in_index_order(out)))
    return;
  const size_t row = out.element_size() * static_cast<size_t>(sizes[last]);
  char *to = out.mutable_data_ptr<char>();
  const char *at = index.const_data_ptr<char>();
  const char *const rows = weight.const_data_ptr<char>();
  const SizesType count = weight.size(0);
  const size_t step = index.element_size();
  for (size_t left = row == 0 ? 0 : index.numel(); left != 0; --left) {
    copy_memory(to, rows + index_offset(at, count, static_cast<ptrdiff_t>(row)), row);
    to += row;
    at += step;
  }
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
