// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Padding for all dtypes. Along each dimension the output has up to three parts: padding, elements
// of the input, padding. Padding consists of copies of a given value, or of elements of the input:
// in their order, in reversed order, or one element repeated. Negative padding crops. If padding
// consists of elements of the input, negative padding may crop the whole input and some padding of
// the other side.

#pragma once

#include "../common/copy.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

class Padding {
public:
  /// Adds `before` and `after` elements to dimension `d` of `self`. The call fails if the resulting
  /// size is negative or too large. Returns the number of the input's elements that stay. If it is
  /// negative, crop() must remove this number of elements from the padding of the other side.
  SizesType add(Call &call, const Tensor &self, size_t d, int64_t before, int64_t after);
  /// Choose the elements of the padding if there is no value. reflect() mirrors the input at its
  /// first and its last element; replicate() repeats these two elements. Call one of the two
  /// functions after add().
  void reflect(size_t d);
  void replicate(size_t d);
  /// Call last, if add() returned a negative number.
  void crop(size_t d);

  explicit Padding(const Tensor &self);
  /// `value` is an element for the padding, or null.
  void run(Call &call, const CopyOperands &operands, const char *value);

private:
  struct Part {
    SizesType count;
    SizesType first;
    SizesType step;
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

/// Pads the last `spatial` dimensions with elements of the input.
void pad_with_elements(KernelRuntimeContext &context, Args args, size_t spatial, bool reflected);

} // namespace et::kernels::ET_KERNEL_LIBRARY
