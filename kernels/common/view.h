// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that copy some elements of a tensor. A View describes these elements by an offset,
// sizes and strides. An operator's file has only the few lines that make the view:
//
//     ViewCopy call(context, args, kCount);
//     call.view.take(take_slice(call, kDim, call.view));
//     call.copy_to(kOut);
//
// An operator that fills a part of its output has a second View, which describes this part.

#pragma once

#include "copy_memory.h"
#include "typed_arguments.h"

namespace et::kernels {

/// `size` indices of dimension `d`: `start`, `start + step` and so on. `step` may be negative.
struct Slice {
  size_t d;
  int64_t start;
  int64_t size;
  int64_t step;
};

/// Elements of a tensor. `offset` is the byte offset of the first element in the tensor's data;
/// strides are in bytes, too. If `dim` is 0, sizes[0] is 1 and strides[0] is 0, because operators
/// with an argument `dim` treat a zero-dimensional tensor as one-dimensional.
struct View {
  size_t dim;
  ptrdiff_t offset;
  SizesType sizes[kTensorDimensionLimit];
  ptrdiff_t strides[kTensorDimensionLimit];

  /// Makes this a view of the whole tensor. An undefined tensor counts as zero-dimensional.
  void assign(const Tensor &tensor);
  /// Reduces a dimension to the slice, which must be inside of the dimension.
  void take(const Slice &slice);
  void remove(size_t d);
  void swap(size_t a, size_t b);
  /// Inserts a dimension before `d`. Returns false if the view would have too many dimensions.
  bool insert(size_t d, SizesType size, ptrdiff_t stride);
  Span<const SizesType> shape() const { return {sizes, dim}; }
};

/// Nested loops that copy elements, one loop for each dimension. Half as much code as ElementWalk.
class CopyLoops {
public:
  explicit CopyLoops(size_t element_size) : size_(element_size), element_size_(element_size) {}
  /// Adds a loop around all loops added before. Strides are in bytes.
  void add(SizesType size, ptrdiff_t to, ptrdiff_t from);
  /// No dimension may have size 0.
  void run(char *to, const char *from) const {
    if (depth_ == 0)
      copy_memory(to, from, size_);
    else
      run_levels(to, from, *this, depth_ - 1);
  }

  /// Returns the number of bytes if run() is a single memory copy, otherwise 0.
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

/// Takes an index in [-size, size). Returns 0 if the call has failed.
SizesType take_index(Call &call, size_t index, SizesType size);
/// Takes a dimension in [-rank, rank). A tensor of rank 0 has a dimension 0.
size_t take_dim(Call &call, size_t index, size_t rank);
int64_t take_integer(Call &call, size_t index);
/// Takes a dimension, args[index], and an index in this dimension, args[index + 1].
Slice take_select(Call &call, size_t index, const View &view);
/// Takes the arguments dim, start, end and step of a slice, from args[index] on.
Slice take_slice(Call &call, size_t index, const View &view);

/// copy_views copies elements of `in` to elements of `out`. The view `from` describes the elements
/// of `in`, and `to` the elements of `out`. The two views have the same sizes. walk_views does not
/// copy; it calls `run` with runs of these elements.
void copy_views(const Tensor &out, const View &to, const char *in, const View &from);
void walk_views(const Tensor &out, const View &to, const char *in, const View &from,
                ElementRunFunction run, const void *params);

/// A call that copies a view of args[0], a tensor of any dtype.
class ViewCopy : public Call {
public:
  /// `count` is the number of arguments in the schema. The view starts as the whole tensor.
  ViewCopy(KernelRuntimeContext &context, Args args, size_t count);

  /// Resizes `out`, whose dtype must be `dtype`, to the view's shape. If `self` and `out` are
  /// the same tensor, the call fails unless the number of elements stays the same.
  bool shape(const Tensor &out);
  void copy_to(size_t out);

  Tensor self;
  View view;
  ScalarType dtype;
};

/// Copies `self` to args[out], then overwrites the slice with elements of `source`, args[1]. The
/// view `from` describes these elements. The call fails unless `from` has the shape of the slice.
void scatter(ViewCopy &call, const Slice &slice, const Tensor &source, const View &from,
             size_t out);
/// Takes args[1]; `from` becomes a view of the whole tensor.
Tensor take_source(ViewCopy &call, View &from);

} // namespace et::kernels
