// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See embedding.h.

#include "embedding.h"

#include "../common/indices.h"
#include "../common/view_sizes.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

namespace {

struct Operands {
  Tensor weight;
  Tensor scales;
  Tensor zero_points; // or undefined
  Tensor indices;
  Tensor out;
  size_t groups; // per row
  size_t width;  // elements per row
};

bool fits_groups(const Tensor &tensor, const Tensor &weight, size_t groups) {
  const size_t dim = tensor.dim();
  return (dim == 1 || dim == 2) && tensor.size(0) == weight.size(0) &&
         (dim == 1 ? 1 : static_cast<size_t>(tensor.size(1))) == groups && in_index_order(tensor);
}

Operands take_operands(Call &call, size_t last, const EmbeddingKernel &kernel) {
  enum Arguments : size_t { kWeight, kScales, kZeroPoints, kIndices = 5, kDtype };
  Operands taken = {};
  taken.weight = call.tensor(kWeight, kernel.weight);
  taken.scales = call.tensor(kScales, kernel.scales.type);
  if (!call.is_none(kZeroPoints))
    taken.zero_points = call.tensor(kZeroPoints, kernel.zero_points.type);
  taken.indices = call.any_tensor(kIndices);
  if (last == 7 && !call.is_none(kDtype))
    call.require(call.integer(kDtype) == static_cast<int32_t>(kernel.out));
  taken.out = call.output(last, kernel.out);
  const auto &[weight, scales, zero_points, indices, out, groups, width] = taken;
  if (!call.require(call.ok() && weight.dim() == 2 && in_index_order(weight) &&
                    weight.size(1) <= INT32_MAX / kernel.per_byte &&
                    indices.dim() < kTensorDimensionLimit && in_index_order(indices) &&
                    !is_same(out, scales) && !is_same(out, zero_points)))
    return taken;
  taken.groups = scales.dim() == 2 ? static_cast<size_t>(scales.size(1)) : 1;
  taken.width = static_cast<size_t>(weight.size(1)) * kernel.per_byte;
  call.require(taken.groups != 0 && taken.width % taken.groups == 0 &&
               fits_groups(scales, weight, taken.groups) &&
               (!zero_points.defined() || fits_groups(zero_points, weight, taken.groups)));
  return taken;
}

} // namespace

void embedding(KernelRuntimeContext &context, Args args, bool has_dtype,
               const EmbeddingKernel &kernel) {
  const size_t last = has_dtype ? 7 : 6;
  Call call(context, args, last + 1);
  const Operands taken = take_operands(call, last, kernel);
  if (!call.ok())
    return;
  const auto &[weight, scales, zero_points, indices, out, groups, width] = taken;
  require_indices(call, indices, 0, weight.size(0));
  SizesType sizes[kTensorDimensionLimit];
  const size_t dim = indices.dim();
  for (size_t d = 0; d < dim; ++d)
    sizes[d] = indices.size(d);
  sizes[dim] = static_cast<SizesType>(width);
  if (!call.resize(out, {sizes, dim + 1}) || !call.require(in_index_order(out)) || width == 0)
    return;
  const size_t group_size = width / groups;
  const size_t group_bytes = group_size * out.element_size();
  const char *at = indices.const_data_ptr<char>();
  Group group = {out.mutable_data_ptr<char>(), nullptr, 0, group_size, 0, 0};
  for (size_t left = indices.numel(); left != 0; --left) {
    const auto row = static_cast<size_t>(index_offset(at, weight.size(0), 1));
    at += indices.element_size();
    group.row = weight.const_data_ptr<uint8_t>() + row * (width / kernel.per_byte);
    group.first = 0;
    for (size_t i = row * groups; i != (row + 1) * groups; ++i) {
      group.scale = kernel.scales.read(scales.const_data_ptr<char>() + i * scales.element_size());
      if (zero_points.defined())
        group.zero_point = kernel.zero_points.read(zero_points.const_data_ptr<char>() +
                                                   i * zero_points.element_size());
      kernel.expand(group);
      group.first += group_size;
      group.out += group_bytes;
    }
  }
}

void mixed_embedding(KernelRuntimeContext &context, Args args, bool has_dtype,
                     const EmbeddingKernel *const *same, size_t count) {
  enum Arguments : size_t { kWeight, kScales, kZeroPoints };
  const size_t last = has_dtype ? 7 : 6;
  Call call(context, args, last + 1);
  const Tensor weight = call.any_tensor(kWeight);
  const Tensor scales = call.any_tensor(kScales);
  const Tensor out = call.any_tensor(last);
  if (!call.ok())
    return;
  for (size_t i = 0; i < count; ++i) {
    if (same[i]->weight != weight.scalar_type() || same[i]->out != out.scalar_type())
      continue;
    EmbeddingKernel kernel = *same[i];
    kernel.scales = {scales.scalar_type(), number_reader(scales.scalar_type())};
    if (call[kZeroPoints].isTensor()) {
      const ScalarType type = call.any_tensor(kZeroPoints).scalar_type();
      kernel.zero_points = {type, number_reader(type)};
    }
    if (call.require(kernel.scales.read && kernel.zero_points.read))
      embedding(context, args, has_dtype, kernel);
    return;
  }
  call.require(false);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
