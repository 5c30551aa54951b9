// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Padding for all dtypes. Along each dimension the output has up to three parts: elements before
// the input's, those of the input, and elements behind them. Each part is so many elements of the
// input from one on, forwards, backwards or one repeated, or a value. Negative padding crops: more
// than the input has where the other side is padded with its elements.

#pragma once

#include "../common/copy.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

class Padding {
public:
  /// Dimension `d` of `self` gets `before` and `after` more elements. The call fails when it cannot
  /// have so many, or fewer than none. Gives how many of its own elements stay; below 0, the
  /// padding of the other side is to be cropped by so many, too.
  SizesType add(Call &call, const Tensor &self, size_t d, int64_t before, int64_t after);
  /// What the parts outside of the input consist of, unless they are given a value: its elements
  /// mirrored at the outermost ones, or the outermost ones repeated. To be called after add().
  void reflect(size_t d);
  void replicate(size_t d);
  /// To be called last, where add() gave a number below 0.
  void crop(size_t d);

  /// Starts with a padding of none.
  explicit Padding(const Tensor &self);
  /// Gives `out` its shape and writes it. `value` is an element, or null.
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

/// The operators that pad the last `spatial` dimensions with elements of the input.
void pad_with_elements(KernelRuntimeContext &context, Args args, size_t spatial, bool reflected);

} // namespace et::kernels::ET_KERNEL_LIBRARY
