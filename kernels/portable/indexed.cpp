// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See indexed.h.

#include "indexed.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

void require_indices(Call &call, const Tensor &index, int32_t low, SizesType size) {
  if (!call.ok())
    return;
  const ScalarType type = index.scalar_type();
  const bool is_long = type == ScalarType::Long;
  bool ok = (is_long || type == ScalarType::Int) && has_data(index);
  const int32_t *at = index.const_data_ptr<int32_t>();
  for (size_t left = ok ? index.numel() : 0; left != 0; --left) {
    const int32_t value = *at;
    ok = ok && value >= low && value < size && (!is_long || at[1] == value >> 31);
    at += 1 + is_long;
  }
  call.require(ok);
}

void indexed_run(const ElementRun &run) {
  const IndexedRun params = *static_cast<const IndexedRun *>(run.params);
  const size_t plain = params.puts ? 1 : 0;
  ElementRun part = {};
  part.strides[plain] = run.strides[kPlain];
  part.strides[1 - plain] = run.strides[kIndexed];
  part.params = params.params;
  // Elements of one index are one run.
  const bool is_one = run.strides[kIndex] == 0;
  part.count = is_one ? run.count : 1;
  ElementRun at = run;
  for (size_t left = is_one ? 1 : run.count; left != 0; --left) {
    part.data[plain] = at.data[kPlain];
    part.data[1 - plain] =
        at.data[kIndexed] + index_offset(at.data[kIndex], params.size, params.stride);
    params.run(part);
    for (size_t i = 0; i < kMaxOperands; ++i)
      at.data[i] += run.strides[i];
  }
}

bool fits_index(const Tensor &index, const Tensor &tensor, size_t without) {
  const size_t rank = index.dim() == 0 ? 1 : index.dim();
  bool ok = rank == (tensor.dim() == 0 ? 1 : tensor.dim());
  for (size_t d = 0; ok && d < rank; ++d)
    ok = d == without || size_along(index, d) <= size_along(tensor, d);
  return ok;
}

void walk_indices(const Tensor &index, const Tensor &indexed, uint8_t dim, char *plain,
                  const ptrdiff_t *strides, IndexedRun run) {
  run.size = size_along(indexed, dim);
  run.stride = stride_along(indexed, dim);
  ElementWalk walk;
  for (size_t d = 0; d < index.dim(); ++d) {
    const ptrdiff_t steps[kMaxOperands] = {strides[d], byte_stride(index, d),
                                           d == dim ? 0 : stride_along(indexed, d)};
    walk.add_dimension(index.size(d), steps);
  }
  walk.run.data[kPlain] = plain;
  walk.run.data[kIndex] = index.mutable_data_ptr<char>();
  walk.run.data[kIndexed] = indexed.mutable_data_ptr<char>();
  walk.run.params = &run;
  // An index without dimensions, or of one element, belongs to its element alone.
  walk.for_each_run(indexed_run);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
