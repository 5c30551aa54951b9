// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See layer_norm.h.

#include "layer_norm.h"

#include "view_sizes.h"

namespace et::kernels {

namespace {

enum Arguments : size_t {
  kInput,
  kNormalizedShape,
  kWeight,
  kBias,
  kEps,
  kOuts,
  kCount = kOuts + 3
};

bool read_shape(Span<const int64_t> shape, const NormArguments &arguments, SizesType *sizes) {
  const Tensor &input = arguments.input;
  if (shape.empty() || shape.size() > input.dim())
    return false;
  const size_t leading = input.dim() - shape.size();
  bool ok = in_index_order(input);
  for (size_t d = 0; d < input.dim(); ++d) {
    sizes[d] = d < leading ? input.size(d) : 1;
    ok = ok && (d < leading || input.size(d) == shape[d - leading]);
  }
  const SizesType *last = input.sizes().data() + leading;
  return ok && has_sizes(arguments.weight, last, shape.size()) &&
         has_sizes(arguments.bias, last, shape.size());
}

} // namespace

void layer_norm(KernelRuntimeContext &context, Args args, const NormKernel &kernel) {
  Call call(context, args, kCount);
  NormArguments arguments;
  Normalization norm = {};
  const Span<const int64_t> shape = call.list(kNormalizedShape);
  SizesType sizes[kTensorDimensionLimit];
  if (!take_norm_arguments(call, kWeight, kOuts, kernel, arguments, norm) ||
      !call.require(read_shape(shape, arguments, sizes)))
    return;
  const Tensor &input = arguments.input;
  const Tensor &out = arguments.outs[0];
  call.resize(out, input.sizes());
  bool ok = in_index_order(out);
  for (size_t i = 1; i < 3; ++i) {
    call.resize(arguments.outs[i], {sizes, input.dim()});
    ok = ok && in_index_order(arguments.outs[i]);
  }
  if (!call.require(ok))
    return;

  const ptrdiff_t step = static_cast<ptrdiff_t>(input.element_size());
  norm.total = 1;
  for (size_t d = input.dim() - shape.size(); d < input.dim(); ++d)
    norm.total *= static_cast<size_t>(input.size(d));
  if (arguments.weight.defined())
    norm.weight = arguments.weight.const_data_ptr<char>();
  if (arguments.bias.defined())
    norm.bias = arguments.bias.const_data_ptr<char>();
  norm.have_own = true;
  norm.mean_out = arguments.outs[1].mutable_data_ptr<char>();
  norm.rstd_out = arguments.outs[2].mutable_data_ptr<char>();
  ElementWalk row;
  row.run.data[0] = out.mutable_data_ptr<char>();
  row.run.data[1] = input.mutable_data_ptr<char>();
  row.run.strides[0] = row.run.strides[1] = step;
  row.run.count = norm.total;
  for (size_t left = arguments.outs[1].numel(); left != 0; --left) {
    find_moments(row, norm, kernel);
    row.for_each_run(kernel.normalize);
    for (size_t i = 0; i < 2; ++i)
      row.run.data[i] += step * static_cast<ptrdiff_t>(norm.total);
    norm.mean_out += step;
    norm.rstd_out += step;
  }
}

} // namespace et::kernels
