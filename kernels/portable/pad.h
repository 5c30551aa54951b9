// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Padding for all dtypes. Along each dimension the output has up to three parts: padding, elements
// of the input, padding. Padding consists of copies of a given value, of elements of the input in
// reversed order, or of one repeated element of the input. Negative padding crops. Negative padding
// on one side may be larger than the input. This padding then crops the whole input and some of the
// padding on the opposite side. constant_pad_nd, which pads with a given value, refuses this case.

#pragma once

#include "../common/copy.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

class Padding {
public:
  /// Adds `before` and `after` elements to dimension `d` of `self`. The call fails if the resulting
  /// size is negative or too large. Returns the number of the input's elements that stay. A result
  /// of -n means that crop() must remove the whole input and n elements of the opposite padding.
  SizesType add(Call &call, const Tensor &self, size_t d, int64_t before, int64_t after);
  /// If run() gets no value, call one of these two functions after add().
  void reflect(size_t d);
  void replicate(size_t d);
  /// Call this function after reflect() or replicate(), if add() returned a negative number.
  void crop(size_t d);

  explicit Padding(const Tensor &self);
  /// The padding consists of copies of `value`, or of input elements if `value` is null.
  void run(Call &call, const CopyOperands &operands, const char *value);

private:
  struct Part {
    SizesType count;
    SizesType first; // an index of the input; in parts_[d][2], relative to the input's end
    SizesType step;  // from one copied element to the next
  };
  struct Level {
    Part parts[3];
    ptrdiff_t out_step;
    ptrdiff_t in_step;
  };
  void write(size_t level, char *out, const char *in) const;

  Part parts_[kTensorDimensionLimit][3];
  Level levels_[kTensorDimensionLimit];
  size_t depth_ = 0;
  size_t size_ = 0;
  const char *value_ = nullptr;
};

void pad_with_elements(KernelRuntimeContext &context, Args args, size_t spatial, bool reflected);

} // namespace et::kernels::ET_KERNEL_LIBRARY
