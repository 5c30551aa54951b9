// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that copy what a View shows: the elements of a tensor at other sizes and strides. An
// operator is the few lines that make the view:
//
//     ViewCopy call(context, args, 6);
//     call.view.take(take_slice(call, 1, call.view));
//     call.copy_to(5);
//
// Where an operator fills a part of its output, that part is a View, too.

#pragma once

#include "copy_memory.h"
#include "typed_arguments.h"

namespace et::kernels {

/// Along dimension `d`, every `step`th from `start` on.
struct Slice {
  size_t d;
  int64_t start;
  int64_t size;
  int64_t step;
};

/// Elements of a tensor: `offset` is where the first one is in its data, in bytes, as the strides
/// are. Without dimensions, entry 0 is that of a dimension of one element, as which such a tensor
/// counts where an operator asks for a dimension.
struct View {
  size_t dim;
  ptrdiff_t offset;
  SizesType sizes[kTensorDimensionLimit];
  ptrdiff_t strides[kTensorDimensionLimit];

  /// All elements of the tensor, which may be empty and has at most kTensorDimensionLimit
  /// dimensions.
  void show(const Tensor &tensor);
  /// Leaves the slice of a dimension, which has its elements.
  void take(const Slice &slice);
  void remove(size_t d);
  void swap(size_t a, size_t b);
  /// A dimension in front of dimension `d`; false where there are too many.
  bool insert(size_t d, SizesType size, ptrdiff_t stride);
  Span<const SizesType> shape() const { return {sizes, dim}; }
};

/// Loops around copies of as many bytes as lie side by side. As a recursion, as deep as a tensor
/// has dimensions, they are half of what ElementWalk is.
class CopyLoops {
public:
  explicit CopyLoops(size_t element_size) : size_(element_size), element_size_(element_size) {}
  /// Adds a dimension around those added so far; strides in bytes.
  void add(SizesType size, ptrdiff_t to, ptrdiff_t from);
  /// No dimension may be of no elements.
  void run(char *to, const char *from) const {
    if (depth_ == 0)
      copy_memory(to, from, size_);
    else
      run_levels(to, from, *this, depth_ - 1);
  }

  /// The bytes, where they are one copy; else 0.
  size_t one_copy() const { return depth_ == 0 ? size_ : 0; }

private:
  static void run_levels(char *to, const char *from, const CopyLoops &loops, size_t depth);

  struct {
    size_t count;
    ptrdiff_t to;
    ptrdiff_t from;
  } levels_[kTensorDimensionLimit];
  size_t depth_ = 0;
  size_t size_;
  size_t element_size_;
};

/// An index of so many, which may count from the end; 0 where the call has failed.
SizesType take_index(Call &call, size_t index, SizesType size);
/// A dimension of so many, in the same way. Of none there is dimension 0.
size_t take_dim(Call &call, size_t index, size_t rank);
/// An integer of any size.
int64_t take_integer(Call &call, size_t index);
/// A dimension and an index in it.
Slice take_select(Call &call, size_t index, const View &view);
/// The arguments dim, start, end and step of a slice.
Slice take_slice(Call &call, size_t index, const View &view);

/// Copies elements that a view of other memory shows to those of `out` that a view of the same
/// sizes shows; the other one calls `run` for them.
void copy_views(const Tensor &out, const View &to, const char *in, const View &from);
void walk_views(const Tensor &out, const View &to, const char *in, const View &from,
                ElementRunFunction run, const void *params);

/// A call whose first argument is a tensor of any dtype, of which it copies a view.
class ViewCopy : public Call {
public:
  /// A call with at least `count` arguments. The view is all of the tensor.
  ViewCopy(KernelRuntimeContext &context, Args args, size_t count);

  /// Gives `out`, of `dtype`, the view's shape. The call fails, too, where that takes
  /// elements from `self`, which may be the same tensor. Gives ok().
  bool shape(const Tensor &out);
  /// Gives the tensor args[out] the view's shape, and copies the elements.
  void copy_to(size_t out);

  Tensor self;
  View view;
  /// That of `self`, unless an operator says otherwise.
  ScalarType dtype;
};

/// Copies `self` to args[out], and the elements of `source`, args[1], to the place of the slice.
/// `from` is a view of the source, which has as many elements as the slice.
void scatter(ViewCopy &call, const Slice &slice, const Tensor &source, const View &from,
             size_t out);
/// That source, and all of it as a view.
Tensor take_source(ViewCopy &call, View &from);

} // namespace et::kernels
