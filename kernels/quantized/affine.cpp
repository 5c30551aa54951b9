// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See affine.h.

#include "affine.h"

#include <cfloat>

#include "../common/dims.h"
#include "../common/view_sizes.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

namespace {

struct AffineRun {
  Affine affine;
  ReadNumber read_scale;
  ElementRunFunction run;
  bool quantizes;
};

/// Calls the kernel's run function once, or for each element if the scale changes along the run.
/// Operand 2 has the scales. Operand 3, if present, has the zero points. memcpy() reads the low 32
/// bits of a Long zero point; are_valid_zero_points() has checked that int32_t can hold it.
void affine_run(const ElementRun &run) {
  AffineRun params = *static_cast<const AffineRun *>(run.params);
  ElementRun part = run;
  part.params = &params.affine;
  size_t left = 1;
  if (run.strides[2] != 0) {
    left = run.count;
    part.count = 1;
  }
  do {
    const float scale = params.read_scale(part.data[2]);
    params.affine.factor = params.quantizes ? 1.0F / scale : scale;
    if (part.data[3])
      std::memcpy(&params.affine.zero_point, part.data[3], sizeof(int32_t));
    params.run(part);
    for (size_t i = 0; i < kMaxOperands; ++i)
      part.data[i] += run.strides[i];
  } while (--left != 0);
}

struct Parameters {
  Tensor scales;
  Tensor zero_points; // Long or Int; undefined if the call has none
  float number;       // the scale, if the granularity is Numbers
  int32_t zero_point; // if the granularity is Numbers, else 0
};

Parameters take_parameters(Call &call, AffineForm form, const AffineKernel &kernel) {
  enum Arguments : size_t { kInput, kScales, kZeroPoints };
  Parameters parameters = {};
  if (form.granularity == Granularity::Numbers) {
    parameters.number = call.scale(kScales);
    parameters.zero_point = call.integer(kZeroPoints);
    return parameters;
  }
  parameters.scales = call.tensor(kScales, kernel.scale);
  const bool is_optional = form.granularity == Granularity::Channel && !form.quantizes;
  if (!(is_optional && call.is_none(kZeroPoints)))
    parameters.zero_points = call.any_tensor(kZeroPoints);
  return parameters;
}

bool are_valid_scales(const Tensor &scales, ReadNumber read) {
  const char *at = scales.const_data_ptr<char>();
  const size_t step = scales.element_size();
  for (size_t left = scales.numel(); left != 0; --left) {
    const float scale = read(at);
    if (!(scale > 0 && scale <= FLT_MAX))
      return false;
    at += step;
  }
  return true;
}

bool are_valid_zero_points(const Tensor &zero_points) {
  if (zero_points.scalar_type() == ScalarType::Int)
    return true;
  if (zero_points.scalar_type() != ScalarType::Long)
    return false;
  const int64_t *at = zero_points.const_data_ptr<int64_t>();
  for (size_t left = zero_points.numel(); left != 0; --left, ++at)
    if (*at != static_cast<int32_t>(*at))
      return false;
  return true;
}

/// of[d] is the distance from an element's scale to the scale of the next element along dimension
/// d, in scales. The distance is 0 if all elements along dimension d share a scale.
struct Steps {
  size_t of[kTensorDimensionLimit] = {};
  size_t count = 1; // number of scales

  Steps(Granularity granularity, const Tensor &in, uint8_t axis) {
    if (granularity == Granularity::Channel && in.dim() != 0) {
      of[axis] = 1;
      count = static_cast<size_t>(in.size(axis));
    }
    if (granularity == Granularity::Token)
      for (size_t d = in.dim() - 1; d-- != 0;) {
        of[d] = count;
        count *= static_cast<size_t>(in.size(d));
      }
  }
};

/// Adds the dimensions along which the scale changes, or stays if `changes` is false. `sizes` are
/// the bytes of a scale and of a zero point.
void add_dimensions(ElementWalk &walk, const Tensor &out, const Tensor &in, const Steps &steps,
                    const size_t *sizes, bool changes) {
  for (const DimOrderType d : out.dim_order()) {
    const size_t step = steps.of[d];
    const ptrdiff_t strides[kMaxOperands] = {byte_stride(out, d), byte_stride(in, d),
                                             static_cast<ptrdiff_t>(step * sizes[0]),
                                             static_cast<ptrdiff_t>(step * sizes[1])};
    if ((step != 0) == changes)
      walk.add_dimension(out.size(d), strides);
  }
}

void set_parameters(Call &call, ElementWalk &walk, const Parameters &parameters, size_t count,
                    ReadNumber read_scale, size_t *sizes) {
  const auto &[scales, zero_points, number, zero_point] = parameters;
  const auto fits = [&](const Tensor &tensor) {
    return has_data(tensor) && tensor.numel() == count && in_index_order(tensor);
  };
  if (!call.require(fits(scales) && are_valid_scales(scales, read_scale)))
    return;
  sizes[0] = scales.element_size();
  walk.run.data[2] = scales.mutable_data_ptr<char>();
  if (!zero_points.defined() ||
      !call.require(fits(zero_points) && are_valid_zero_points(zero_points)))
    return;
  sizes[1] = zero_points.element_size();
  walk.run.data[3] = zero_points.mutable_data_ptr<char>();
}

size_t place_of_limits(AffineForm form) { return form.granularity == Granularity::Channel ? 4 : 3; }
size_t place_of_output(AffineForm form) { return place_of_limits(form) + (form.quantizes ? 3 : 4); }

} // namespace

bool is_quantized(ScalarType type) {
#define BIT(_, name, code, ctype) | uint32_t(1) << code
  constexpr uint32_t mask = 0 ET_FORALL_QUANTIZED_DTYPES(BIT, );
#undef BIT
  const auto code = static_cast<uint8_t>(type);
  return code < 32 && (mask >> code & 1) != 0;
}

void take_limits(Call &call, size_t first, ScalarType type, Affine &affine) {
  const unsigned bits = 8 * static_cast<unsigned>(element_size(type));
  const bool is_signed =
      type == ScalarType::Char || type == ScalarType::Short || type == ScalarType::Int;
  const auto high = static_cast<int32_t>((uint32_t(1) << (bits - is_signed)) - 1);
  const int32_t low = is_signed ? -high - 1 : 0;
  affine.min = call.integer(first, low, high);
  affine.max = call.integer(first + 1, low, high);
  call.require(affine.min <= affine.max);
}

void affine(KernelRuntimeContext &context, Args args, AffineForm form, const AffineKernel &kernel) {
  enum Arguments : size_t { kInput, kScales, kZeroPoints, kAxis };
  const size_t limits = place_of_limits(form);
  const size_t last = place_of_output(form);
  const ScalarType integers = form.quantizes ? kernel.to : kernel.from;
  Call call(context, args, last + 1);
  const Tensor in = call.tensor(kInput, kernel.from);
  const Tensor out = call.output(last, kernel.to);
  AffineRun run = {{}, kernel.read_scale, kernel.run, form.quantizes};
  const Parameters parameters = take_parameters(call, form, kernel);
  if (form.quantizes)
    take_limits(call, limits, integers, run.affine);
  call.require(call.integer(limits + 2) == static_cast<int32_t>(integers));
  if (!form.quantizes && !call.is_none(last - 1))
    call.require(call.integer(last - 1) == static_cast<int32_t>(kernel.to));
  const bool is_channel = form.granularity == Granularity::Channel;
  const int32_t dim = is_channel ? call.integer(kAxis) : 0;
  uint8_t axis = 0;
  if (!call.require(call.ok() && in.dim() <= kTensorDimensionLimit &&
                    normalize_dim(dim, in.dim(), axis) &&
                    (form.granularity != Granularity::Token || in.dim() != 0)) ||
      !call.resize(out, in.sizes()))
    return;
  const Steps steps(form.granularity, in, axis);
  ElementWalk walk;
  size_t sizes[2] = {};
  run.affine.zero_point = parameters.zero_point;
  if (parameters.scales.defined()) {
    set_parameters(call, walk, parameters, steps.count, kernel.read_scale, sizes);
  } else {
    run.read_scale = read_number<float>;
    walk.run.data[2] = reinterpret_cast<char *>(const_cast<float *>(&parameters.number));
  }
  if (!call.ok())
    return;
  add_dimensions(walk, out, in, steps, sizes, true);
  add_dimensions(walk, out, in, steps, sizes, false);
  walk.run.data[0] = out.mutable_data_ptr<char>();
  walk.run.data[1] = in.mutable_data_ptr<char>();
  walk.run.params = &run;
  walk.for_each_run(affine_run);
}

void mixed_affine(KernelRuntimeContext &context, Args args, AffineForm form, ChooseRun choose) {
  enum Arguments : size_t { kInput, kScales };
  const size_t last = place_of_output(form);
  Call call(context, args, last + 1);
  const Tensor in = call.any_tensor(kInput);
  const Tensor scales = call.any_tensor(kScales);
  const Tensor out = call.any_tensor(last);
  if (!call.ok())
    return;
  const AffineKernel kernel = {in.scalar_type(), out.scalar_type(), scales.scalar_type(),
                               number_reader(scales.scalar_type()),
                               choose(in.scalar_type(), out.scalar_type())};
  if (call.require(kernel.read_scale && kernel.run))
    affine(context, args, form, kernel);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
