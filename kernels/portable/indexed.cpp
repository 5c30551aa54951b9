// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See indexed.h.

#include "indexed.h"

#include "../common/copy_memory.h"
#include "../common/view.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

namespace {

struct SliceCopies {
  CopyLoops loops;
  const char *in;
  SizesType size; // of the indexed dimension; `stride` is its byte stride
  ptrdiff_t stride;
};

void copy_slices(const ElementRun &run) {
  const SliceCopies &copies = *static_cast<const SliceCopies *>(run.params);
  char *out = run.data[0];
  const char *index = run.data[1];
  const ptrdiff_t out_stride = run.strides[0];
  const ptrdiff_t index_stride = run.strides[1];
  const SizesType size = copies.size;
  const ptrdiff_t stride = copies.stride;
  const size_t row = copies.loops.one_copy();
  size_t left = run.count;
  do {
    const char *const in = copies.in + index_offset(index, size, stride);
    if (row != 0)
      copy_memory(out, in, row);
    else
      copies.loops.run(out, in);
    out += out_stride;
    index += index_stride;
  } while (--left != 0);
}

} // namespace

void indexed_run(const ElementRun &run) {
  const IndexedRun params = *static_cast<const IndexedRun *>(run.params);
  const size_t plain = params.puts ? 1 : 0;
  ElementRun part = {};
  part.strides[plain] = run.strides[kPlain];
  part.strides[1 - plain] = run.strides[kIndexed];
  part.params = params.params;
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
  walk.for_each_run(indexed_run);
}

void copy_indexed(const Tensor &out, const Tensor &self, size_t dim, const Tensor &index) {
  if (out.numel() == 0)
    return;
  const size_t rank = out.dim() + 1 - (self.dim() == 0 ? 1 : self.dim());
  SliceCopies copies = {CopyLoops(self.element_size()), self.const_data_ptr<char>(),
                        size_along(self, dim), stride_along(self, dim)};
  const Span<const DimOrderType> order = out.dim_order();
  for (size_t i = order.size(); i-- != 0;) {
    const size_t d = order[i];
    if (d < dim || d >= dim + rank)
      copies.loops.add(out.size(d), byte_stride(out, d),
                       byte_stride(self, d < dim ? d : d + 1 - rank));
  }
  ElementWalk walk;
  for (size_t d = 0; d < rank; ++d) {
    const ptrdiff_t strides[kMaxOperands] = {byte_stride(out, dim + d), stride_along(index, d)};
    walk.add_dimension(out.size(dim + d), strides);
  }
  walk.run.data[0] = out.mutable_data_ptr<char>();
  walk.run.data[1] = index.mutable_data_ptr<char>();
  walk.run.params = &copies;
  walk.for_each_run(copy_slices);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
