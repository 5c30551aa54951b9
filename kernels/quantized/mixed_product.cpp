// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See mixed_product.h. This file checks arguments, and has the loop without vector instructions.

#include "mixed_product.h"

#include "../common/view_sizes.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

namespace {

struct MixedOperands {
  Tensor in;
  Tensor weight;
  Tensor scales;
  Tensor zero_points; // or undefined
  Tensor out;
};

bool is_matrix(const Tensor &tensor) { return tensor.dim() == 2 && in_index_order(tensor); }

bool are_alike(const Tensor &a, const Tensor &b) {
  bool alike = a.dim() == b.dim();
  for (size_t d = 0; alike && d < a.dim(); ++d)
    alike = a.size(d) == b.size(d);
  return alike;
}

MixedOperands take_operands(Call &call, bool is_linear, const MixedKernel &kernel) {
  // mixed_mm has no argument `dtype`, so its output has the index of kDtype.
  enum Arguments : size_t { kInput, kWeight, kScales, kZeroPoints, kDtype, kLinearOut, kMmOut = 4 };
  const size_t last = is_linear ? kLinearOut : kMmOut;
  MixedOperands taken = {call.tensor(kInput, kernel.in),
                         call.tensor(kWeight, ScalarType::Char),
                         call.tensor(kScales, kernel.scales),
                         {},
                         call.output(last, kernel.out)};
  if (!call.is_none(kZeroPoints))
    taken.zero_points = call.tensor(kZeroPoints, kernel.zero_points);
  if (is_linear && !call.is_none(kDtype))
    call.require(call.integer(kDtype) == static_cast<int32_t>(kernel.out));
  const auto &[in, weight, scales, zero_points, out] = taken;
  call.require(
      call.ok() && is_matrix(in) && is_matrix(weight) &&
      in.size(1) == weight.size(is_linear ? 1 : 0) &&
      (scales.dim() == 1 || (is_linear && scales.dim() == 2)) && scales.size(0) == weight.size(0) &&
      in_index_order(scales) &&
      (!zero_points.defined() || (are_alike(zero_points, scales) && in_index_order(zero_points))) &&
      !is_same(out, in) && !is_same(out, scales) && !is_same(out, zero_points));
  return taken;
}

/// The number of terms in a group, or 0 if there are no groups or some groups would be empty.
size_t group_size(const Tensor &scales, size_t depth) {
  if (scales.dim() == 1)
    return depth;
  const auto groups = static_cast<size_t>(scales.size(1));
  if (groups == 0 || groups > depth)
    return 0;
  const size_t group = (depth + groups - 1) / groups;
  return (depth + group - 1) / group == groups ? group : 0;
}

} // namespace

#ifndef ET_HAS_FAST_PRODUCTS

void multiply(const MixedProduct &product, const MixedKernel &kernel) {
  const MixedProduct p = product;
  const Weights w = p.weights;
  char *out = p.out;
  for (size_t row = 0; row < p.rows; ++row) {
    for (size_t column = 0; column < p.columns; ++column) {
      float sum = 0;
      size_t number = column * w.to_next_scale;
      for (size_t k = 0; k < p.depth; k += w.group) {
        const size_t left = p.depth - k;
        const float zero_point =
            w.zero_points ? w.read_zero_point(w.zero_points + number * w.zero_point_size) : 0;
        sum += kernel.load(p.in + (row * p.depth + k) * p.in_size,
                           w.data + k * w.to_next_depth + column * w.to_next_column,
                           w.to_next_depth, zero_point, left < w.group ? left : w.group) *
               w.read_scale(w.scales + number * w.scale_size);
        number += w.to_next_group;
      }
      kernel.store(out, sum);
      out += p.out_size;
    }
  }
}

#endif

void mixed_product(KernelRuntimeContext &context, Args args, bool is_linear,
                   const MixedKernel &kernel) {
  Call call(context, args, is_linear ? 6 : 5);
  const MixedOperands taken = take_operands(call, is_linear, kernel);
  const auto &[in, weight, scales, zero_points, out] = taken;
  if (!call.ok())
    return;
  const SizesType sizes[] = {in.size(0), weight.size(is_linear ? 0 : 1)};
  const auto depth = static_cast<size_t>(in.size(1));
  const auto columns = static_cast<size_t>(sizes[1]);
  const size_t group = is_linear ? group_size(scales, depth) : 1;
  const size_t groups = is_linear && scales.dim() == 2 ? static_cast<size_t>(scales.size(1)) : 1;
  if (!call.require(group != 0 || depth == 0) || !call.resize(out, {sizes, 2}) ||
      !call.require(in_index_order(out)))
    return;
  MixedProduct product = {in.const_data_ptr<char>(),
                          in.element_size(),
                          out.mutable_data_ptr<char>(),
                          out.element_size(),
                          static_cast<size_t>(sizes[0]),
                          depth,
                          columns,
                          {}};
  Weights &weights = product.weights;
  weights = {weight.const_data_ptr<int8_t>(),
             is_linear ? 1 : columns,
             is_linear ? depth : 1,
             scales.const_data_ptr<char>(),
             nullptr,
             group,
             1,
             is_linear ? groups : 0,
             scales.element_size(),
             0,
             kernel.read_scale,
             kernel.read_zero_point};
  if (zero_points.defined()) {
    weights.zero_points = zero_points.const_data_ptr<char>();
    weights.zero_point_size = zero_points.element_size();
  }
  if (out.numel() != 0)
    multiply(product, kernel);
}

namespace {

LoadInputs choose_load(ScalarType type) {
  switch (type) {
  case ScalarType::Float:
    return ET_INPUTS(float);
  case ScalarType::Half:
    return ET_INPUTS(Half);
  case ScalarType::BFloat16:
    return ET_INPUTS(BFloat16);
  default:
    return nullptr;
  }
}

StoreSum choose_store(ScalarType type) {
  switch (type) {
#define STORE(name, code, ctype)                                                                   \
  case ScalarType::name:                                                                           \
    return store_sum<ctype>;
    ET_FORALL_FLOAT_DTYPES(STORE)
#undef STORE
  default:
    return nullptr;
  }
}

} // namespace

void any_mixed_product(KernelRuntimeContext &context, Args args, bool is_linear) {
  enum Arguments : size_t { kInput, kWeight, kScales, kZeroPoints, kDtype, kLinearOut, kMmOut = 4 };
  Call call(context, args, is_linear ? 6 : 5);
  const Tensor in = call.any_tensor(kInput);
  const Tensor scales = call.any_tensor(kScales);
  const Tensor zero_points = call.is_none(kZeroPoints) ? scales : call.any_tensor(kZeroPoints);
  const Tensor out = call.any_tensor(is_linear ? kLinearOut : kMmOut);
  if (!call.ok())
    return;
  const MixedKernel kernel = {in.scalar_type(),          choose_load(in.scalar_type()),
                              scales.scalar_type(),      number_reader(scales.scalar_type()),
                              zero_points.scalar_type(), number_reader(zero_points.scalar_type()),
                              out.scalar_type(),         choose_store(out.scalar_type())};
  if (call.require(kernel.load && kernel.read_scale && kernel.read_zero_point && kernel.store))
    mixed_product(context, args, is_linear, kernel);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
