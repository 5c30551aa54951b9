// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See view.h.

#include "view.h"

#include <utility>

namespace et::kernels {

void CopyLoops::add(SizesType size, ptrdiff_t to, ptrdiff_t from) {
  const ptrdiff_t step = static_cast<ptrdiff_t>(size_);
  if (depth_ == 0 && to == step && from == step)
    size_ *= static_cast<size_t>(size);
  else if (size != 1)
    levels_[depth_++] = {static_cast<size_t>(size), to, from};
}

void CopyLoops::run_levels(char *to, const char *from, const CopyLoops &loops, size_t depth) {
  const auto level = loops.levels_[depth];
  const size_t size = loops.size_;
  if (depth == 0 && size == loops.element_size_)
    return copy_elements(to, level.to, from, level.from, size, level.count);
  for (size_t left = level.count; left != 0; --left) {
    if (depth == 0) // copied here, without a recursive call for each row
      copy_memory(to, from, size);
    else
      run_levels(to, from, loops, depth - 1);
    to += level.to;
    from += level.from;
  }
}

/// Not inlined, because a copy in each caller would take more flash.
__attribute__((noinline)) void View::assign(const Tensor &tensor) {
  dim = tensor.defined() ? tensor.dim() : 0;
  offset = 0;
  sizes[0] = 1;
  strides[0] = 0;
  if (dim == 0)
    return;
  const ptrdiff_t size = static_cast<ptrdiff_t>(tensor.element_size());
  const Span<const StridesType> steps = tensor.strides();
  for (size_t d = 0; d < dim; ++d) {
    sizes[d] = tensor.size(d);
    strides[d] = steps[d] * size;
  }
}

void View::take(const Slice &slice) {
  const size_t d = slice.d;
  offset += static_cast<ptrdiff_t>(slice.start) * strides[d];
  sizes[d] = static_cast<SizesType>(slice.size);
  if (slice.size > 1) // With one element, `step` may be any number, so the product could overflow.
    strides[d] *= static_cast<ptrdiff_t>(slice.step);
}

void View::swap(size_t a, size_t b) {
  std::swap(sizes[a], sizes[b]);
  std::swap(strides[a], strides[b]);
}

void View::remove(size_t d) {
  for (--dim; d < dim; ++d) {
    sizes[d] = sizes[d + 1];
    strides[d] = strides[d + 1];
  }
}

bool View::insert(size_t d, SizesType size, ptrdiff_t stride) {
  if (dim == kTensorDimensionLimit)
    return false;
  for (size_t i = dim++; i > d; --i) {
    sizes[i] = sizes[i - 1];
    strides[i] = strides[i - 1];
  }
  sizes[d] = size;
  strides[d] = stride;
  return true;
}

int64_t take_integer(Call &call, size_t index) {
  if (call.ok()) {
    const auto &value = call[index];
    if (value.isInt())
      return value.toInt();
  }
  return call.require(false);
}

SizesType take_index(Call &call, size_t index, SizesType size) {
  const int32_t at = call.integer(index, -size, size - 1);
  return at < 0 ? at + size : at;
}

size_t take_dim(Call &call, size_t index, size_t rank) {
  return static_cast<size_t>(take_index(call, index, rank == 0 ? 1 : static_cast<SizesType>(rank)));
}

Slice take_select(Call &call, size_t index, const View &view) {
  const size_t d = take_dim(call, index, view.dim);
  const SizesType at = take_index(call, index + 1, view.sizes[d]);
  call.require(view.dim != 0);
  return {d, at, 1, 1};
}

Slice take_slice(Call &call, size_t index, const View &view) {
  const size_t d = take_dim(call, index, view.dim);
  const int64_t size = view.sizes[d];
  int64_t limits[2] = {0, size};
  for (size_t i = 0; i < 2; ++i) {
    if (call.is_none(index + 1 + i))
      continue;
    int64_t at = take_integer(call, index + 1 + i);
    if (at < 0)
      at += size;
    limits[i] = at < 0 ? 0 : at > size ? size : at;
  }
  const int64_t step = take_integer(call, index + 3);
  if (!call.require(view.dim != 0 && step > 0))
    return {0, 0, view.sizes[0], 1};
  const int64_t length = limits[1] - limits[0];
  return {d, limits[0], length > 0 ? (length - 1) / step + 1 : 0, step};
}

void walk_views(const Tensor &out, const View &to, const char *in, const View &from,
                ElementRunFunction run, const void *params) {
  ElementWalk walk;
  for (uint8_t d : out.dim_order()) {
    const ptrdiff_t strides[kMaxOperands] = {to.strides[d], from.strides[d], 0};
    walk.add_dimension(to.sizes[d], strides);
  }
  if (walk.run.count == 0)
    return;
  walk.run.data[0] = out.mutable_data_ptr<char>() + to.offset;
  walk.run.data[1] = const_cast<char *>(in) + from.offset;
  walk.run.params = params;
  walk.for_each_run(run);
}

void copy_views(const Tensor &out, const View &to, const char *in, const View &from) {
  CopyLoops loops(out.element_size());
  const Span<const DimOrderType> order = out.dim_order();
  for (size_t i = order.size(); i-- != 0;) {
    const size_t d = order[i];
    if (to.sizes[d] == 0)
      return;
    loops.add(to.sizes[d], to.strides[d], from.strides[d]);
  }
  loops.run(out.mutable_data_ptr<char>() + to.offset, in + from.offset);
}

namespace {

Tensor take_viewed(Call &call) {
  enum : size_t { kSelf };
  const Tensor self = call.any_tensor(kSelf);
  const bool fits =
      call.ok() && call.require(self.dim() <= kTensorDimensionLimit && has_data(self));
  return fits ? self : Tensor();
}

View view_of(const Tensor &tensor) {
  View view;
  view.assign(tensor);
  return view;
}

} // namespace

ViewCopy::ViewCopy(KernelRuntimeContext &context, Args args, size_t count)
    : Call(context, args, count), self(take_viewed(*this)), view(view_of(self)),
      dtype(self.defined() ? self.scalar_type() : ScalarType::Byte) {}

bool ViewCopy::shape(const Tensor &out) {
  if (!ok())
    return false;
  const size_t count = self.numel();
  return require(out.scalar_type() == dtype) && resize(out, view.shape()) &&
         (self.numel() == count || require(false));
}

void ViewCopy::copy_to(size_t index) {
  const Tensor out = any_tensor(index);
  if (!shape(out) || out.numel() == 0)
    return;
  const size_t size = out.element_size();
  const Span<const StridesType> strides = out.strides();
  const Span<const DimOrderType> order = out.dim_order();
  CopyLoops loops(size);
  for (size_t i = order.size(); i-- != 0;) {
    const size_t d = order[i];
    loops.add(view.sizes[d], strides[d] * static_cast<ptrdiff_t>(size), view.strides[d]);
  }
  loops.run(out.mutable_data_ptr<char>(), self.const_data_ptr<char>() + view.offset);
}

Tensor take_source(ViewCopy &call, View &from) {
  enum : size_t { kSelf, kSource };
  const Tensor source = call.any_tensor(kSource);
  call.require(call.ok() && source.scalar_type() == call.dtype && has_data(source) &&
               source.dim() <= kTensorDimensionLimit);
  from.assign(call.ok() ? source : Tensor());
  return source;
}

void scatter(ViewCopy &call, const Slice &slice, const Tensor &source, const View &from,
             size_t index) {
  const Tensor out = call.any_tensor(index);
  const View whole = call.view;
  call.view.take(slice);
  bool fits = call.ok() && from.dim == whole.dim;
  for (size_t d = 0; fits && d < from.dim; ++d)
    fits = from.sizes[d] == call.view.sizes[d];
  if (!call.require(fits))
    return;
  call.view = whole;
  const size_t count = source.numel();
  if (!call.shape(out) || !call.require(source.numel() == count))
    return;
  View to;
  to.assign(out);
  copy_views(out, to, call.self.const_data_ptr<char>(), whole);
  to.take(slice);
  copy_views(out, to, source.const_data_ptr<char>(), from);
}

} // namespace et::kernels
