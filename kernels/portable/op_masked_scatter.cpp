// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::masked_scatter.out: copies self, and replaces the elements at which the mask is true. The
// i-th of these elements, in index order, becomes element i of source. Self and the mask broadcast.
// A source with too few elements is an error.

#include "../common/copy.h"
#include "../common/copy_memory.h"
#include "../common/view_sizes.h"
#include "masked.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

struct Source {
  const char *at;
  size_t left; // elements
  size_t size; // bytes of an element
};

void scatter_run(const ElementRun &run) {
  Source &state = **static_cast<Source *const *>(run.params);
  Source source = state;
  char *out = run.data[0];
  const char *mask = run.data[2];
  const ptrdiff_t out_stride = run.strides[0];
  const ptrdiff_t mask_stride = run.strides[2];
  copy_elements(out, out_stride, run.data[1], run.strides[1], source.size, run.count);
  for (size_t left = run.count; left != 0; --left) {
    // If a malformed program overlaps output and mask, writes may add true elements to the mask.
    if (*mask != 0 && source.left != 0) {
      copy_element(out, source.at, source.size);
      source.at += source.size;
      --source.left;
    }
    out += out_stride;
    mask += mask_stride;
  }
  state = source;
}

} // namespace

ET_FALLBACK_KERNEL(aten, masked_scatter.out,
                   "masked_scatter.out(Tensor self, Tensor mask, Tensor source, *, Tensor(a!) out) "
                   "-> Tensor(a!)") {
  enum Arguments : size_t { kSelf, kMask, kSource, kOut, kCount };
  Call call(context, args, kCount);
  const auto [self, out] = take_copy_operands(call, kOut);
  const Tensor mask = call.any_tensor(kMask);
  const Tensor source = call.any_tensor(kSource);
  if (!call.require(call.ok() && source.scalar_type() == self.scalar_type() && has_data(source) &&
                    in_index_order(source) && !is_same(out, self) && !is_same(out, mask) &&
                    !is_same(out, source)))
    return;
  MaskedWalk walk(call, self, mask);
  if (!call.require(call.ok() && walk.count() <= source.numel()) || !call.resize(out, walk.sizes()))
    return;
  Source from = {source.const_data_ptr<char>(), source.numel(), source.element_size()};
  Source *const params = &from;
  walk.for_each_run(&out, scatter_run, &params);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
