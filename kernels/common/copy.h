// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that move elements without looking at them: they work on the element size and so need
// no kernel per dtype.
//
// Nearly all of them copy what a View shows: the elements of a tensor at other sizes and strides.
// An operator is the few lines that make the view:
//
//     ViewCopy call(context, args.items(), args.size(), 6);
//     call.view.take(take_slice(call, 1, call.view));
//     call.copy_to(5);
//
// Where an operator fills a part of its output, that part is a View, too.

#pragma once

#include "typed_arguments.h"
#include "walk.h"

namespace et::kernels {

/// The tensors args[0] and args[out]: both have the same dtype, whose elements have a size
/// of their own, and the first one has memory.
struct CopyOperands {
  Tensor self;
  Tensor out;
};
CopyOperands take_copy_operands(Call &call, size_t out);

/// Copies memory. A program may plan an output to overlap an input: then, and only then, by
/// memmove, which in C libraries for small cores is the slower one.
void copy_memory(char *to, const char *from, size_t size);

/// Copies an element of `size` bytes (1, 2, 4, 8 or 16).
void copy_element(char *to, const char *from, size_t size);

/// Copies `count` elements of `size` bytes (1, 2, 4, 8 or 16); the steps are bytes from one to the
/// next, 0 for an element that is repeated.
void copy_elements(char *out, ptrdiff_t out_step, const char *in, ptrdiff_t in_step, size_t size,
                   size_t count);

/// Copies a run of elements of operand 1 to operand 0. The run's params point to their size, a
/// size_t.
void copy_run(const ElementRun &run);

/// Gives `out` the shape of `in`, and calls `run` for all elements of the two, of any dtypes and
/// dim orders. Does nothing for a call that has failed.
void walk_pair(Call &call, const Tensor &out, const Tensor &in, ElementRunFunction run,
               const void *params);

/// Gives `out` the shape of `self` and copies the elements, whatever the two dim orders are.
void copy_all(Call &call, const CopyOperands &operands);

/// Reads an order of dimensions: dimension dims[d] = list[d] of `self`, of which there are at most
/// kTensorDimensionLimit, is dimension d of `out`, which gets that shape. The call fails unless the
/// list names each dimension once. Gives ok().
bool take_permutation(Call &call, const CopyOperands &operands, Span<const int64_t> list,
                      uint8_t *dims);

/// Copies all elements, with dimension list[d] of `self` as dimension d of `out`.
void copy_permuted(Call &call, const CopyOperands &operands, Span<const int64_t> list);

/// Gives `out` the shape of `self`, whose dtype and dim order it has, before a copy of the memory.
inline Error shape_alike(const Tensor &self, const Tensor &out) {
  if (self.scalar_type() != out.scalar_type() || !has_data(self))
    return Error::InvalidArgument;
  const Error error = resize_output(out, self.sizes());
  return error == Error::Ok && !have_one_order(self, out) ? Error::InvalidArgument : error;
}

/// The whole operator that copies args[0] to args[out]: the two have one dim order.
void copy_alike(KernelRuntimeContext &context, Args::Items items, size_t size, size_t out);

/// Copies the elements as they lie in memory, once `out` has its shape. The call fails unless that
/// is the copy that is asked for, as `is_one_copy` says.
void copy_bytes(Call &call, const CopyOperands &operands, bool is_one_copy);

/// Gives `out` the sizes, and copies the elements of `self`, which are as many. The call fails
/// unless they lie in one order; where a dimension of one element stands makes no difference.
void copy_flat(Call &call, const CopyOperands &operands, Span<const SizesType> sizes);

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
  ViewCopy(KernelRuntimeContext &context, Args::Items items, size_t size, size_t count);

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

/// What is left of an operator that copies `self` to args[out], with args[1] in the place of the
/// slice. The source, which `from` is a view of, has just as many elements.
void scatter(ViewCopy &call, const Slice &slice, const Tensor &source, const View &from,
             size_t out);
/// That source, and all of it as a view.
Tensor take_source(ViewCopy &call, View &from);

} // namespace et::kernels
