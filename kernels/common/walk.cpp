// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See walk.h. The counters live in the walk itself, on the caller's stack.

#include "walk.h"

namespace et::kernels {

void ElementWalk::add_dimension(SizesType size, const ptrdiff_t *strides) {
  if (size == 0)
    empty_ = true;
  if (size == 1)
    return;
  Level level;
  level.size = static_cast<size_t>(size);
  level.index = 0;
  for (size_t i = 0; i < kMaxOperands; ++i)
    level.strides[i] = strides[i];

  bool continues = depth_ != 0;
  for (size_t i = 0; continues && i < kMaxOperands; ++i)
    continues = levels_[depth_ - 1].strides[i] == strides[i] * static_cast<ptrdiff_t>(size);
  if (continues)
    level.size *= levels_[--depth_].size;
  levels_[depth_++] = level;
}

void ElementWalk::for_each_run(ElementRun start, ElementRunFunction run) {
  if (empty_)
    return;
  size_t outer = 0;
  start.count = 1;
  for (ptrdiff_t &stride : start.strides)
    stride = 0;
  if (depth_ != 0) {
    outer = depth_ - 1;
    start.count = levels_[outer].size;
    for (size_t i = 0; i < kMaxOperands; ++i)
      start.strides[i] = levels_[outer].strides[i];
  }

  for (;;) {
    run(start);
    // Advance the counters like an odometer, innermost first.
    size_t at = outer;
    for (;;) {
      if (at == 0)
        return;
      Level &level = levels_[--at];
      bool wrapped = ++level.index == level.size;
      ptrdiff_t steps = wrapped ? 1 - static_cast<ptrdiff_t>(level.size) : 1;
      for (size_t i = 0; i < kMaxOperands; ++i)
        start.data[i] += level.strides[i] * steps;
      if (!wrapped)
        break;
      level.index = 0;
    }
  }
}

ptrdiff_t byte_stride(Tensor tensor, size_t d) {
  return static_cast<ptrdiff_t>(tensor.strides()[d]) *
         static_cast<ptrdiff_t>(tensor.element_size());
}

} // namespace et::kernels
