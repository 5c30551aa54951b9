// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Visits the elements of up to four tensors at once. An operator adds dimensions to the walk, and
// the walk calls the operator's function with runs: elements at a fixed stride. The walk merges two
// dimensions if, in every tensor, one stride leads through both dimensions. Contiguous tensors of
// the same shape thus become a single run. The walk knows only addresses and strides, so the same
// code serves all operators and dtypes.

#pragma once

#include <cstddef>

#include "et/kernel.h"

namespace et::kernels {

constexpr size_t kMaxOperands = 4;

/// `count` (at least 1) elements of each operand, with strides in bytes. By convention operand 0 is
/// the output. `params` belongs to the operator.
struct ElementRun {
  char *data[kMaxOperands];
  ptrdiff_t strides[kMaxOperands];
  size_t count;
  const void *params;
};

using ElementRunFunction = void (*)(const ElementRun &run);

class ElementWalk {
public:
  /// Adds a dimension inside of the dimensions added before; at most kTensorDimensionLimit may be
  /// added. `strides` has kMaxOperands entries, in bytes; an entry is 0 if the operand is absent or
  /// repeats one element.
  void add_dimension(SizesType size, const ptrdiff_t *strides);

  /// Adds all dimensions of `out` except `without`, in the dim order of `out`. `out` becomes
  /// operand 0 and `in` operand 1. Dimension d of `out` is dimension dims[d] of `in`, or d if
  /// `dims` is null. Sets the data pointers of the two operands.
  void add_pair(const Tensor &out, const Tensor &in, const uint8_t *dims = nullptr,
                size_t without = kTensorDimensionLimit);

  /// Calls `function` with each run. Afterwards run.data has its first values again, so the caller
  /// may change these pointers and repeat the walk.
  void for_each_run(ElementRunFunction function);

  bool is_one_run() const { return depth_ == 0 || run.count == 0; }

  /// The first run, over the innermost dimensions. The caller sets `params`. The caller or
  /// add_pair() sets `data` to the first element of each operand.
  ElementRun run = {{}, {}, 1, nullptr};

private:
  struct Level {
    size_t size;
    size_t index;
    ptrdiff_t strides[kMaxOperands];
  };
  Level levels_[kTensorDimensionLimit];
  size_t depth_ = 0;
};

/// Returns the byte stride of dimension `d`, or 0 if the tensor has no memory.
ptrdiff_t byte_stride(Tensor tensor, size_t d);

/// True if shapes and memory orders are equal. Strides of dimensions of size 1 do not matter.
bool have_one_order(const Tensor &a, const Tensor &b);

} // namespace et::kernels
