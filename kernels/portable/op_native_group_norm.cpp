// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::native_group_norm.out: normalises each group of channels (normalize.h). Weight and bias
// have an element for each channel. The weight, the bias or both may be None. For each group, the
// second output has the mean, and the third output has 1 / sqrt(variance + eps). As in ExecuTorch,
// tensors must be contiguous.

#include "../common/normalize.h"
#include "../common/view_sizes.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

enum Arguments : size_t { kWeight = 1, kN = 3, kC, kHxW, kGroup, kOut0 = 8, kCount = 11 };

struct Groups {
  int32_t batch;
  int32_t channels;
  int32_t pixels; // per channel
  int32_t count;
};

Groups take_groups(Call &call, const NormArguments &arguments) {
  const Groups groups = {call.integer(kN, 0), call.integer(kC, 0), call.integer(kHxW, 0),
                         call.integer(kGroup, 1)};
  if (!call.ok())
    return groups;
  const Tensor &input = arguments.input;
  const SizesType channels = groups.channels;
  size_t count;
  call.require(input.dim() >= 2 && input.size(0) == groups.batch && input.size(1) == channels &&
               !__builtin_mul_overflow(static_cast<size_t>(groups.batch),
                                       static_cast<size_t>(channels), &count) &&
               !__builtin_mul_overflow(count, static_cast<size_t>(groups.pixels), &count) &&
               count == input.numel() && channels % groups.count == 0 && in_index_order(input) &&
               has_sizes(arguments.weight, &channels, 1) &&
               has_sizes(arguments.bias, &channels, 1));
  return groups;
}

/// `group` is a walk that starts at the group's first element. `channel` is its first channel.
void normalize_group(ElementWalk &group, Normalization &norm, const NormKernel &kernel,
                     const NormArguments &arguments, const Groups &groups, int32_t channel) {
  const int32_t channels = groups.channels / groups.count;
  group.run.count = norm.total = static_cast<size_t>(channels) * static_cast<size_t>(groups.pixels);
  find_moments(group, norm, kernel);
  group.run.count = static_cast<size_t>(groups.pixels);
  const ptrdiff_t step = group.run.strides[1];
  for (int32_t c = channel; c < channel + channels; ++c) {
    if (arguments.weight.defined())
      norm.weight = arguments.weight.const_data_ptr<char>() + c * step;
    if (arguments.bias.defined())
      norm.bias = arguments.bias.const_data_ptr<char>() + c * step;
    group.for_each_run(kernel.normalize);
    for (size_t i = 0; i < 2; ++i)
      group.run.data[i] += step * groups.pixels;
  }
}

void group_norm(KernelRuntimeContext &context, Args args, const NormKernel &kernel) {
  Call call(context, args, kCount);
  NormArguments arguments;
  Normalization norm = {};
  if (!take_norm_arguments(call, kWeight, kOut0, kernel, arguments, norm))
    return;
  const Groups groups = take_groups(call, arguments);
  const Tensor &input = arguments.input;
  const Tensor &out = arguments.outs[0];
  const SizesType sizes[] = {groups.batch, groups.count};
  call.resize(out, input.sizes());
  bool ok = call.ok() && in_index_order(out);
  for (size_t i = 1; i < 3; ++i) {
    call.resize(arguments.outs[i], {sizes, 2});
    ok = ok && in_index_order(arguments.outs[i]);
  }
  if (!call.require(ok))
    return;

  const ptrdiff_t step = static_cast<ptrdiff_t>(input.element_size());
  norm.mean_out = arguments.outs[1].mutable_data_ptr<char>();
  norm.rstd_out = arguments.outs[2].mutable_data_ptr<char>();
  ElementWalk group;
  group.run.data[0] = out.mutable_data_ptr<char>();
  group.run.data[1] = input.mutable_data_ptr<char>();
  group.run.strides[0] = group.run.strides[1] = step;
  for (int32_t n = 0; n < groups.batch; ++n)
    for (int32_t g = 0; g < groups.count; ++g) {
      normalize_group(group, norm, kernel, arguments, groups, g * (groups.channels / groups.count));
      norm.mean_out += step;
      norm.rstd_out += step;
    }
}

} // namespace

#define GROUP_NORM(name, code, type)                                                               \
  ET_KERNEL(aten, native_group_norm.out, name, "v1/" #code ";|*",                                  \
            "native_group_norm.out(Tensor input, Tensor? weight, Tensor? bias, SymInt N, "         \
            "SymInt C, SymInt HxW, int group, float eps, *, Tensor(a!) out0, Tensor(b!) out1, "    \
            "Tensor(c!) out2) -> (Tensor(a!), Tensor(b!), Tensor(c!))") {                          \
    group_norm(context, args, kNorm<type>);                                                        \
  }
ET_FORALL_FLOAT_DTYPES(GROUP_NORM)

} // namespace et::kernels::ET_KERNEL_LIBRARY
