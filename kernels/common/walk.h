// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The walk over the elements of up to four tensors at once, which every operator here is built on.
// An operator describes the dimensions; the walk calls it back for runs of elements that lie at
// fixed distances. Dimensions that every operand steps through without a gap are merged, so that
// tensors of one layout become a single run. It knows addresses and distances only: one function
// serves all operators and dtypes.

#pragma once

#include <cstddef>

#include "et/kernel.h"

namespace et::kernels {

constexpr size_t kMaxOperands = 4;

/// `count` elements of each operand, one at least; by convention operand 0 is the output. `strides`
/// are in bytes. `params` is the operator's own.
struct ElementRun {
  char *data[kMaxOperands];
  ptrdiff_t strides[kMaxOperands];
  size_t count;
  const void *params;
};

using ElementRunFunction = void (*)(const ElementRun &run);

class ElementWalk {
public:
  /// Adds a dimension inside of those added so far: at most kTensorDimensionLimit. `strides` has
  /// kMaxOperands entries, in bytes, 0 for an operand that is absent or repeats its element.
  void add_dimension(SizesType size, const ptrdiff_t *strides);

  /// Adds all dimensions of `out`, in the order of its memory, beside those of `in`: dimension d of
  /// `out` is dimension dims[d] of `in`, or d where `dims` is null. Leaves out dimension `without`
  /// of `out`, if there is one. Takes the tensors' data.
  void add_pair(const Tensor &out, const Tensor &in, const uint8_t *dims = nullptr,
                size_t without = kTensorDimensionLimit);

  /// Calls `function` for every element. May be called again, with other data.
  void for_each_run(ElementRunFunction function);

  /// Whether all elements are one run, or there are none.
  bool is_one_run() const { return depth_ == 0 || run.count == 0; }

  /// The first of the runs: the innermost dimensions. Whoever walks fills in `data`, where the
  /// operands begin, and `params`.
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

/// The distance in bytes between neighbours along dimension `d`: 0 where the tensor has no memory.
ptrdiff_t byte_stride(Tensor tensor, size_t d);

/// Whether two tensors have one shape, and their elements lie in memory in one order: there is
/// nothing to walk. Where a dimension of one element stands makes no difference.
bool have_one_order(const Tensor &a, const Tensor &b);

} // namespace et::kernels
