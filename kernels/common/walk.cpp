// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See walk.h.

#include "walk.h"

namespace et::kernels {

void ElementWalk::add_dimension(SizesType size, const ptrdiff_t *strides) {
  if (size == 1)
    return;
  bool continues = true;
  for (size_t i = 0; i < kMaxOperands; ++i)
    continues = continues && run.strides[i] == strides[i] * static_cast<ptrdiff_t>(size);
  if (!continues && run.count > 1) {
    Level &level = levels_[depth_++];
    level.size = run.count;
    level.index = 0;
    for (size_t i = 0; i < kMaxOperands; ++i)
      level.strides[i] = run.strides[i];
    run.count = 1;
  }
  for (size_t i = 0; i < kMaxOperands; ++i)
    run.strides[i] = strides[i];
  run.count *= static_cast<size_t>(size);
}

void ElementWalk::add_pair(const Tensor &out, const Tensor &in, const uint8_t *dims,
                           size_t without) {
  run.data[0] = out.mutable_data_ptr<char>();
  run.data[1] = in.mutable_data_ptr<char>();
  for (uint8_t d : out.dim_order()) {
    if (d == without)
      continue;
    const ptrdiff_t strides[kMaxOperands] = {byte_stride(out, d),
                                             byte_stride(in, dims ? dims[d] : d), 0};
    add_dimension(out.size(d), strides);
  }
}

void ElementWalk::for_each_run(ElementRunFunction function) {
  if (run.count == 0)
    return;
  for (;;) {
    function(run);
    // Advances the levels like the digits of a counter, from the innermost level outwards.
    Level *level = levels_ + depth_;
    bool wrapped;
    do {
      if (level == levels_)
        return;
      --level;
      wrapped = ++level->index == level->size;
      if (wrapped)
        level->index = 0;
      const ptrdiff_t steps = wrapped ? 1 - static_cast<ptrdiff_t>(level->size) : 1;
      for (size_t i = 0; i < kMaxOperands; ++i)
        run.data[i] += level->strides[i] * steps;
    } while (wrapped);
  }
}

ptrdiff_t byte_stride(Tensor tensor, size_t d) {
  if (!tensor.const_data_ptr())
    return 0;
  return static_cast<ptrdiff_t>(tensor.strides()[d]) *
         static_cast<ptrdiff_t>(tensor.element_size());
}

bool have_one_order(const Tensor &a, const Tensor &b) {
  bool alike = a.dim() == b.dim();
  for (size_t d = 0; alike && d < a.dim(); ++d)
    alike = a.size(d) == b.size(d) && (a.size(d) == 1 || a.strides()[d] == b.strides()[d]);
  return alike;
}

} // namespace et::kernels
