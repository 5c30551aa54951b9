// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See elementwise.h. If a kernel has one input, the output must have the input's dim order, as in
// ExecuTorch. One run (walk.h) then covers all elements. For several inputs, an ElementWalk visits
// the elements in the memory order of the output. Each tensor may have its own dim order.

#include "elementwise.h"

namespace et::kernels {

namespace {

/// Returns the size of an input along the output's dimension `d`, and writes the input's stride in
/// bytes. A missing dimension counts as size 1. Stride 0 repeats an element.
SizesType extent(Tensor operand, size_t out_dim, size_t d, ptrdiff_t &stride) {
  size_t missing = out_dim - operand.dim();
  stride = 0;
  if (d < missing)
    return 1;
  SizesType size = operand.size(d - missing);
  if (size != 1)
    stride = byte_stride(operand, d - missing);
  return size;
}

} // namespace

void number_run(const ElementRun &run) {
  const NumberRun &how = *static_cast<const NumberRun *>(run.params);
  ElementRun both = run;
  both.data[2] = run.data[1];
  both.strides[2] = run.strides[1];
  both.data[how.place] = const_cast<char *>(how.number->bytes);
  both.strides[how.place] = 0;
  both.params = how.params;
  how.run(both);
}

void map(Call &call, const Tensor &out, const Tensor &in, ElementRunFunction run,
         const void *params) {
  if (!call.ok() || !call.require(has_data(in)) || !call.resize(out, in.sizes()) ||
      !call.require(have_one_order(out, in)))
    return;
  ElementRun all;
  all.data[0] = out.mutable_data_ptr<char>();
  all.data[1] = in.mutable_data_ptr<char>();
  all.strides[0] = static_cast<ptrdiff_t>(out.element_size());
  all.strides[1] = static_cast<ptrdiff_t>(in.element_size());
  all.count = out.numel();
  all.params = params;
  if (all.count != 0)
    run(all);
}

void for_each_element(Call &call, const Tensor *operands, size_t count, ElementRunFunction run,
                      const void *params) {
  if (!call.ok())
    return;
  const Tensor &out = operands[0];
  size_t dim = 0;
  bool ok = true;
  for (size_t i = 1; i < count; ++i) {
    if (operands[i].dim() > dim)
      dim = operands[i].dim();
    ok = ok && has_data(operands[i]);
  }
  if (!call.require(ok && dim <= kTensorDimensionLimit))
    return;
  SizesType sizes[kTensorDimensionLimit] = {};
  ptrdiff_t strides[kMaxOperands] = {};
  for (size_t d = 0; d < dim; ++d) {
    sizes[d] = 1;
    for (size_t i = 1; i < count; ++i) {
      const SizesType have = extent(operands[i], dim, d, strides[i]);
      if (have != 1)
        sizes[d] = have;
    }
  }
  if (!call.resize(out, {sizes, dim}))
    return;

  ElementWalk walk;
  for (size_t place = 0; place < dim; ++place) {
    const size_t d = out.dim_order()[place];
    const SizesType size = extent(out, dim, d, strides[0]);
    for (size_t i = 1; i < count; ++i) {
      const SizesType have = extent(operands[i], dim, d, strides[i]);
      ok = ok && (have == size || have == 1);
    }
    walk.add_dimension(size, strides);
  }
  if (!call.require(ok))
    return;
  for (size_t i = 0; i < count; ++i)
    walk.run.data[i] = operands[i].mutable_data_ptr<char>();
  walk.run.params = params;
  walk.for_each_run(run);
}

void map(KernelRuntimeContext &context, Args args, const ElementwiseKernel &kernel) {
  Call call(context, args, kernel.out + size_t(1));
  const Tensor out = call.output(kernel.out, kernel.result);
  enum : size_t { kFirst };
  const Tensor in = call.output(kFirst, kernel.dtype);
  map(call, out, in, kernel.run, &kernel);
}

void zip(Call &call, const ElementwiseKernel &kernel, const void *params) {
  enum : size_t { kFirst, kSecond };
  const Tensor operands[] = {call.output(kernel.out, kernel.result),
                             call.output(kFirst, kernel.dtype), call.output(kSecond, kernel.dtype)};
  for_each_element(call, operands, 3, kernel.run, params);
}

void zip(KernelRuntimeContext &context, Args args, const ElementwiseKernel &kernel) {
  Call call(context, args, kernel.out + size_t(1));
  zip(call, kernel, &kernel);
}

void zip_scalar(Call &call, const ScalarKernel &kernel, const void *params) {
  ScalarNumber number;
  call.require(call.ok() && kernel.read(call[kernel.scalar], kernel.dtype, number.bytes));
  const Tensor out = call.output(kernel.out, kernel.result);
  const Tensor in = call.output(1 - kernel.scalar, kernel.dtype);
  const NumberRun how = {kernel.run, params, &number, kernel.place};
  map(call, out, in, number_run, &how);
}

void zip_scalar(KernelRuntimeContext &context, Args args, const ScalarKernel &kernel) {
  Call call(context, args, kernel.out + size_t(1));
  zip_scalar(call, kernel, &kernel);
}

} // namespace et::kernels
