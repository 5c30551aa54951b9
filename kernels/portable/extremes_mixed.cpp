// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See extremes.h. Finds the largest or smallest element if the output's dtype differs from self's
// dtype. Blocks of elements are converted to self's wide type, such as Int for Char. extreme_fold()
// for this type folds each block. Only the result is converted to the output's dtype.

#include "extremes.h"

#include <algorithm>

#include "../common/promotion.h"
#include "fill.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

namespace {

struct ExtremeOfAll {
  ScalarType self;
  ScalarType computed;
  FoldFunction fold;
  FoldState state;
};

void fold_converted(const ElementRun &run) {
  auto &all = *const_cast<ExtremeOfAll *>(static_cast<const ExtremeOfAll *>(run.params));
  FoldState &state = all.state;
  Slots slots;
  const ptrdiff_t slot = sizeof(int64_t);
  ElementRun one = {{nullptr, slots.data}, {}, 1, nullptr};
  const char *in = run.data[1];
  state.stride = slot;
  for (size_t left = run.count; left != 0; left -= state.count) {
    state.count = std::min(left, Slots::kSize / static_cast<size_t>(slot));
    load_elements(all.self, all.computed, {slots.data, slot, state.count}, in, run.strides[1]);
    all.fold(one, state);
    state.is_first = false;
    in += run.strides[1] * static_cast<ptrdiff_t>(state.count);
  }
}

FillNumber take_result(ExtremeOfAll &all) {
  alignas(8) char result[8];
  const ElementRun one = {{result}, {}, 1, nullptr};
  all.state.is_last = true;
  all.state.count = 0;
  all.fold(one, all.state);
  FillNumber number;
  number.is_integer = number_kind(all.computed) <= NumberKind::Integer;
  const WideElements element = {result, 0, 1};
  const ScalarType wide = number.is_integer ? ScalarType::Long : ScalarType::Double;
  load_elements(all.computed, wide, element, result, 0);
  std::memcpy(number.is_integer ? static_cast<void *>(&number.integer) : &number.number, result,
              sizeof(result));
  return number;
}

} // namespace

void mixed_extreme_of_all(KernelRuntimeContext &context, Args args, const WideFolds &folds) {
  enum Arguments : size_t { kSelf, kOut, kCount };
  Call call(context, args, kCount);
  const Tensor self = call.any_tensor(kSelf);
  const Tensor out = call.any_tensor(kOut);
  if (!call.ok())
    return;
  const ScalarType type = self.scalar_type();
  const Wide wide = wide_type(type);
  // If can_cast() is true, self has a wide type, so the index of `folds` is valid.
  if (!call.require(can_cast(type, out.scalar_type()) && folds[static_cast<size_t>(wide)] &&
                    has_data(self) && self.numel() != 0 && !is_same(self, out)))
    return;
  ExtremeOfAll all = {type, wide_dtype(wide), folds[static_cast<size_t>(wide)], {}};
  all.state.is_first = true;
  ElementWalk walk;
  for (uint8_t d : self.dim_order()) {
    const ptrdiff_t strides[kMaxOperands] = {0, byte_stride(self, d)};
    walk.add_dimension(self.size(d), strides);
  }
  walk.run.data[1] = self.mutable_data_ptr<char>();
  walk.run.params = &all;
  walk.for_each_run(fold_converted);
  fill(call, out, {}, take_result(all));
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
