// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See mixed_fold.h. add_converted() converts a block of elements to the output's wide type, such as
// Float for Half. The function MixedFold::fold then folds the block.

#include "mixed_fold.h"

#include <algorithm>
#include <cstring>

#include "../common/promotion.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

namespace {

void add_converted(const MixedFold &mixed, const char *in, FoldState &state) {
  Slots slots;
  const ptrdiff_t slot = slot_size(mixed.computed, slot_size(mixed.self, sizeof(int64_t)));
  ElementRun one = {};
  one.count = 1;
  one.data[1] = slots.data;
  FoldState part = state;
  part.params = mixed.params;
  part.is_last = false;
  part.stride = slot;
  for (size_t left = state.count; left != 0; left -= part.count) {
    part.count = std::min(left, Slots::kSize / static_cast<size_t>(slot));
    const WideElements elements = {slots.data, slot, part.count};
    load_elements(mixed.self, mixed.first ? mixed.self : mixed.computed, elements, in,
                  state.stride);
    convert_each(mixed.first, elements);
    mixed.fold(one, part);
    part.is_first = false;
    part.done += part.count;
    in += state.stride * static_cast<ptrdiff_t>(part.count);
  }
  std::memcpy(state.sum, part.sum, sizeof(part.sum));
}

void mixed_run(const ElementRun &outputs, FoldState &state) {
  const MixedFold &mixed = *static_cast<const MixedFold *>(state.params);
  const bool is_whole = state.is_first && state.is_last;
  Slots result;
  ElementRun one = {};
  one.count = 1;
  one.data[0] = result.data;
  one.data[2] = result.data + sizeof(Complex<double>);
  for (size_t i = 0; i < outputs.count; ++i) {
    const ptrdiff_t at = static_cast<ptrdiff_t>(i);
    const char *in = outputs.data[1] + at * outputs.strides[1];
    FoldState end = state;
    const uint8_t passes = is_whole ? state.passes : 1;
    for (uint8_t pass = 0; pass < passes; ++pass) {
      if (is_whole)
        end.pass = pass;
      add_converted(mixed, in, end);
      end.is_first = end.is_first && end.count == 0;
    }
    if (!state.is_last) {
      std::memcpy(state.sum, end.sum, sizeof(end.sum));
      return;
    }
    end.params = mixed.params;
    end.count = 0;
    mixed.fold(one, end);
    if (mixed.store)
      mixed.store(mixed, one, outputs, at);
    else
      store_elements(mixed.out, mixed.computed, outputs.data[0] + at * outputs.strides[0], 0,
                     {result.data, 0, 1});
  }
}

} // namespace

void take_mixed_fold(Call &call, const FoldForm &form, const WideFolds &folds, Narrowing narrowing,
                     MixedFoldTensors &tensors) {
  enum : size_t { kSelf };
  tensors.in = call.any_tensor(kSelf);
  tensors.outs[0] = call.any_tensor(form.out);
  if (!call.ok())
    return;
  const ScalarType self = tensors.in.scalar_type();
  const ScalarType out = tensors.outs[0].scalar_type();
  const NumberKind from = number_kind(self);
  const NumberKind to = number_kind(out);
  if (!call.require(from != NumberKind::None && to != NumberKind::None &&
                    (narrowing || from <= to || to >= NumberKind::Float) &&
                    (!(form.flags & FoldForm::Fractional) || from >= NumberKind::Float ||
                     !call.is_none(form.dtype))))
    return;
  const Wide wide = wide_type(out);
  static_cast<MixedFold &>(tensors) = {self,
                                       out,
                                       wide_dtype(wide),
                                       narrowing ? narrowing(self, out).first : nullptr,
                                       folds[static_cast<size_t>(wide)],
                                       nullptr,
                                       nullptr};
  call.require(tensors.fold);
}

void mixed_fold(Call &call, const FoldForm &form, const MixedFoldTensors &tensors) {
  if (call.ok())
    fold_tensors(call, form, tensors.in, tensors.outs, mixed_run,
                 static_cast<const MixedFold *>(&tensors));
}

void mixed_fold(KernelRuntimeContext &context, Args args, const FoldForm &form,
                const WideFolds &folds, Narrowing narrowing) {
  Call call(context, args, form.count);
  MixedFoldTensors tensors;
  take_mixed_fold(call, form, folds, narrowing, tensors);
  mixed_fold(call, form, tensors);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
