// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::masked_select.out: the elements of self at which the mask is true, in index order. Self and
// the mask broadcast. The output's shape depends on the data.

#include "../common/copy.h"
#include "../common/copy_memory.h"
#include "masked.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

struct Selected {
  char *out;
  size_t left; // elements
  size_t size; // bytes of an element
};

void select_run(const ElementRun &run) {
  Selected &state = **static_cast<Selected *const *>(run.params);
  Selected selected = state;
  const char *in = run.data[1];
  const char *mask = run.data[2];
  for (size_t left = run.count; left != 0; --left) {
    // If a malformed program overlaps output and mask, writes may add true elements to the mask.
    if (*mask != 0 && selected.left != 0) {
      copy_element(selected.out, in, selected.size);
      selected.out += selected.size;
      --selected.left;
    }
    in += run.strides[1];
    mask += run.strides[2];
  }
  state = selected;
}

} // namespace

ET_FALLBACK_KERNEL(aten, masked_select.out,
                   "masked_select.out(Tensor self, Tensor mask, *, Tensor(a!) out) -> Tensor(a!)") {
  enum Arguments : size_t { kSelf, kMask, kOut, kCount };
  Call call(context, args, kCount);
  const auto [self, out] = take_copy_operands(call, kOut);
  const Tensor mask = call.any_tensor(kMask);
  if (!call.require(call.ok() && !is_same(out, self) && !is_same(out, mask)))
    return;
  MaskedWalk walk(call, self, mask);
  if (!call.ok())
    return;
  const size_t count = walk.count();
  const SizesType size = static_cast<SizesType>(count);
  if (!call.require(count <= INT32_MAX) || !call.resize(out, {&size, 1}))
    return;
  Selected selected = {out.mutable_data_ptr<char>(), count, self.element_size()};
  Selected *const params = &selected;
  walk.for_each_run(nullptr, select_run, &params);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
