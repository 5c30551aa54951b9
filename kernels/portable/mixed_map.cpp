// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See mixed.h. This file serves operators with one input tensor, with or without a Scalar.
// mixed_map_run() computes a run in blocks. It converts a block to a wide type, such as Float for
// Half, in a buffer. It computes and rounds there, and stores the results in the output's dtype.

#include "mixed.h"

#include <algorithm>

namespace et::kernels::ET_KERNEL_LIBRARY {

namespace {

void mixed_map_run(const ElementRun &run) {
  const MixedMap &mixed = *static_cast<const MixedMap *>(run.params);
  const bool is_large =
      mixed.out == ScalarType::ComplexDouble || mixed.common == ScalarType::ComplexDouble;
  const ptrdiff_t slot = is_large ? sizeof(Complex<double>) : sizeof(double);
  Slots slots;
  WideElements elements = {slots.data, slot, 0};
  ElementRun part = {{slots.data, slots.data}, {slot, slot}, 0, mixed.params};
  char *out = run.data[0];
  const char *in = run.data[1];
  for (size_t left = run.count; left != 0; left -= part.count) {
    part.count = elements.count = std::min(left, Slots::kSize / static_cast<size_t>(slot));
    load_elements(mixed.in, mixed.common, elements, in, run.strides[1]);
    mixed.run(part);
    if (mixed.result != mixed.common)
      load_elements(mixed.result, mixed.result, elements, slots.data, slot);
    round_elements(mixed.result, elements);
    store_elements(mixed.out, mixed.result, out, run.strides[0], elements);
    out += run.strides[0] * static_cast<ptrdiff_t>(part.count);
    in += run.strides[1] * static_cast<ptrdiff_t>(part.count);
  }
}

} // namespace

void mixed_map(Call &call, size_t out_index, ScalarType least, const WideRuns &runs,
               const void *params) {
  enum : size_t { kSelf };
  const Tensor in = call.any_tensor(kSelf);
  const Tensor out = call.any_tensor(out_index);
  if (!call.ok())
    return;
  ScalarType common = in.scalar_type();
  if (number_kind(common) < number_kind(least))
    common = least;
  // can_cast() refuses dtypes without a wide type, so the index of `runs` below is valid.
  if (!call.require(can_cast(common, out.scalar_type())))
    return;
  const MixedMap mixed = {in.scalar_type(),
                          common,
                          common,
                          out.scalar_type(),
                          runs[static_cast<size_t>(wide_type(common))],
                          params};
  call.require(mixed.run);
  map(call, out, in, mixed_map_run, &mixed);
}

void mixed_map(KernelRuntimeContext &context, Args args, const WideRuns &runs) {
  Call call(context, args, kUnaryOut + 1);
  mixed_map(call, kUnaryOut, ScalarType::Float, runs, nullptr);
}

void take_mixed_scalar(Call &call, size_t out, Rules rules, MixedScalar &mixed) {
  const size_t scalar = rules & kScalarFirst ? 0 : 1;
  mixed.self = call.any_tensor(1 - scalar);
  mixed.out = call.any_tensor(out);
  if (!call.ok())
    return;
  const ScalarType type = mixed.self.scalar_type();
  const ScalarType weak = take_number(call[scalar], mixed.number);
  ScalarType common = weak;
  NumberKind kind = number_kind(common);
  // As in PyTorch, a Scalar decides the common dtype only if its kind (Bool, Integer, Float) comes
  // after the tensor's kind. If the tensor's dtype or the Scalar is no number, `kind` becomes the
  // last kind, NumberKind::None. The call then fails below.
  const NumberKind self_kind = number_kind(type);
  if (kind <= self_kind) {
    common = type;
    kind = self_kind;
  }
  if ((rules & kFractional) && kind <= NumberKind::Integer) {
    common = ScalarType::Float;
    kind = NumberKind::Float;
  }
  const ScalarType result = rules & kPredicate ? ScalarType::Bool : common;
  mixed.map = {type, common, result, mixed.out.scalar_type(), number_run, &mixed.with_number};
  mixed.with_number.number = &mixed.number;
  mixed.with_number.place = rules & (kScalarFirst | kSwapped) ? 1 : 2;
  if (!call.require(kind != NumberKind::None &&
                    !(kind == NumberKind::Bool && (rules & kWithoutBool)) &&
                    can_cast(result, mixed.map.out)))
    return;
  const WideElements number = {mixed.number.bytes, 0, 1};
  load_elements(weak == ScalarType::Float ? ScalarType::Double : ScalarType::Long, common, number,
                number.data, 0);
  // A floating point Scalar is not rounded to Half or BFloat16, because these dtypes are computed
  // in Float.
  if (kind <= NumberKind::Integer)
    round_elements(common, number);
}

void mixed_scalar(Call &call, MixedScalar &mixed, const WideRuns &runs, const void *params) {
  if (!call.ok())
    return;
  mixed.with_number.run = runs[static_cast<size_t>(wide_type(mixed.map.common))];
  mixed.with_number.params = params;
  call.require(mixed.with_number.run);
  map(call, mixed.out, mixed.self, mixed_map_run, &mixed.map);
}

void mixed_scalar(KernelRuntimeContext &context, Args args, const WideRuns &runs, Rules rules) {
  Call call(context, args, kBinaryOut + 1);
  MixedScalar mixed;
  take_mixed_scalar(call, kBinaryOut, rules, mixed);
  mixed_scalar(call, mixed, runs, nullptr);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
