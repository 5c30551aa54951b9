// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See reduce.h. An outer walk visits the dimensions that are not folded. Usually, one stride leads
// through all elements that are folded into an output element. In this case, one call of the fold
// function computes a run of output elements. Otherwise, an inner walk visits the folded dimensions
// for each output element, and the fold function gets the inner runs in index order.

#include "reduce.h"

#include "dims.h"

namespace et::kernels {

namespace {

struct Folding {
  ElementWalk inner;
  FoldFunction fold;
  FoldState state;
};

/// Removes the const, because a fold stores its state in `params`.
Folding &folding_of(const ElementRun &run) {
  return *const_cast<Folding *>(static_cast<const Folding *>(run.params));
}

void partial_run(const ElementRun &run) {
  Folding &folding = folding_of(run);
  FoldState &state = folding.state;
  state.count = run.count;
  state.stride = run.strides[1];
  ElementRun one = run;
  one.count = 1;
  folding.fold(one, state);
  state.is_first = false;
  state.done += run.count;
}

void outer_run(const ElementRun &run) {
  Folding &folding = folding_of(run);
  FoldState &state = folding.state;
  state.is_first = true;
  state.is_last = folding.inner.is_one_run();
  if (state.is_last)
    return folding.fold(run, state);
  ElementRun one = run;
  one.count = 1;
  for (size_t i = run.count; i != 0; --i) {
    folding.inner.run.data[1] = one.data[1];
    folding.inner.run.params = run.params;
    state.is_first = true;
    state.is_last = false;
    for (state.pass = 0; state.pass < state.passes; ++state.pass) {
      state.done = 0;
      folding.inner.for_each_run(partial_run);
    }
    state.is_last = true;
    state.count = 0;
    folding.fold(one, state);
    for (size_t operand = 0; operand < kMaxOperands; ++operand)
      one.data[operand] += run.strides[operand];
  }
}

/// Returns a bit mask of the dimensions to fold: all dimensions if the operator has no argument
/// `dims`, or if `dims` is None or empty. With EmptyIsNone, an empty list folds no dimension.
uint32_t take_dims(Call &call, const FoldForm &form, const Tensor &self) {
  if (!call.ok() || !call.require(self.dim() <= kTensorDimensionLimit))
    return 0;
  const uint32_t all = (uint32_t(1) << self.dim()) - 1;
  uint32_t mask = 0;
  uint8_t d;
  if (form.dims == 0)
    return all;
  if (!(form.flags & FoldForm::OneDim)) {
    const Span<const int64_t> dims = call.optional_list(form.dims);
    bool ok = true;
    for (size_t i = 0; ok && i < dims.size(); ++i)
      ok = mark_dim(dims[i], self.dim(), mask, d);
    call.require(ok);
    if (form.flags & FoldForm::EmptyIsNone && mask == 0 && !call.is_none(form.dims))
      return 0;
  } else if (!(form.flags & FoldForm::MayBeNone) || !call.is_none(form.dims)) {
    call.require(mark_dim(call.integer(form.dims), self.dim(), mask, d));
  }
  return mask != 0 ? mask : all;
}

bool resize_outputs(Call &call, const FoldForm &form, const Tensor &self, uint32_t mask,
                    bool keepdim, const FoldOutputs &outs) {
  SizesType sizes[kTensorDimensionLimit];
  size_t dim = 0;
  bool ok = has_data(self);
  for (size_t d = 0; d < self.dim(); ++d)
    if (!(mask >> d & 1)) {
      sizes[dim++] = self.size(d);
    } else {
      if (form.flags & FoldForm::NonEmpty && self.size(d) == 0)
        ok = false;
      if (keepdim)
        sizes[dim++] = 1;
    }
  call.require(ok);
  for (const Tensor &out : outs)
    if (out.defined())
      call.resize(out, {sizes, dim});
  return call.ok();
}

void fold_dims(const Tensor &self, uint32_t mask, bool keepdim, const FoldOutputs &outs,
               Folding &folding) {
  ElementWalk walk;
  FoldState &state = folding.state;
  state.total = 1;
  size_t at = 0; // dimension of the outputs
  for (size_t d = 0; d < self.dim(); ++d) {
    ptrdiff_t strides[kMaxOperands] = {0, byte_stride(self, d), 0};
    const SizesType size = self.size(d);
    if (mask >> d & 1) {
      folding.inner.add_dimension(size, strides);
      state.total *= static_cast<size_t>(size);
      at += keepdim;
      continue;
    }
    for (size_t i = 0; i < 2; ++i)
      if (outs[i].defined())
        strides[2 * i] = byte_stride(outs[i], at);
    walk.add_dimension(size, strides);
    ++at;
  }

  state.count = folding.inner.run.count;
  state.stride = folding.inner.run.strides[1];
  walk.run.data[1] = self.mutable_data_ptr<char>();
  for (size_t i = 0; i < 2; ++i)
    if (outs[i].defined())
      walk.run.data[2 * i] = outs[i].mutable_data_ptr<char>();
  walk.run.params = &folding;
  walk.for_each_run(outer_run);
}

} // namespace

void fold_tensors(Call &call, const FoldForm &form, const Tensor &self, const FoldOutputs &outs,
                  FoldFunction fold, const void *params) {
  const uint32_t mask = take_dims(call, form, self);
  const bool keepdim = form.keepdim != 0 && call.boolean(form.keepdim);
  if (form.dtype != 0 && !call.is_none(form.dtype)) {
    const int32_t dtype = call.integer(form.dtype);
    call.require(call.ok() && dtype == static_cast<int32_t>(outs[0].scalar_type()));
  }
  if (!call.ok() || !call.require(!is_same(outs[0], self) && !is_same(outs[1], self)) ||
      !resize_outputs(call, form, self, mask, keepdim, outs))
    return;
  Folding folding = {};
  folding.fold = fold;
  folding.state.params = params;
  folding.state.passes = form.flags & FoldForm::Twice ? 2 : 1;
  fold_dims(self, mask, keepdim, outs, folding);
}

Tensor take_fold_tensors(Call &call, const FoldForm &form, const FoldKernel &kernel,
                         FoldOutputs &outs) {
  if (form.out != 0)
    outs[0] = call.output(form.out, kernel.result);
  if (form.second != 0)
    outs[1] = call.output(form.second,
                          form.flags & FoldForm::SecondIsOwn ? kernel.result : ScalarType::Long);
  enum : size_t { kSelf };
  return call.output(kSelf, kernel.dtype);
}

void fold(KernelRuntimeContext &context, Args args, const FoldForm &form,
          const FoldKernel &kernel) {
  Call call(context, args, form.count);
  FoldOutputs outs;
  const Tensor self = take_fold_tensors(call, form, kernel, outs);
  fold_tensors(call, form, self, outs, kernel.fold, nullptr);
}

} // namespace et::kernels
