// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See upsample.h.

#include "upsample.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

static void take_operands(Call &call, size_t align_corners, size_t out, Upsampling &taken) {
  enum : size_t { kInput };
  taken.self = call.any_tensor(kInput);
  taken.out = call.any_tensor(out);
  const bool align = align_corners != 0 && call.boolean(align_corners);
  const auto &[self, result, axes] = taken;
  if (!call.require(call.ok() && self.dim() == 4 && self.scalar_type() == result.scalar_type() &&
                    has_data(self) && !is_same(self, result) && self.size(1) != 0))
    return;
  for (size_t i = 0; i < 2; ++i) {
    taken.axes[i] = {self.size(i + 2), 0, 0, align};
    call.require(axes[i].in != 0);
  }
}

static void take_list(Call &call, Upsampling &taken) {
  enum : size_t { kInput, kOutputSize };
  const Span<const int64_t> list = call.list(kOutputSize);
  if (!call.require(list.size() == 2))
    return;
  for (size_t i = 0; i < 2; ++i) {
    call.require(list[i] >= 1 && list[i] <= INT32_MAX);
    taken.axes[i].out = static_cast<SizesType>(list[i]);
  }
}

static void resize(Call &call, const Upsampling &taken) {
  if (!call.ok())
    return;
  const SizesType sizes[] = {taken.self.size(0), taken.self.size(1), taken.axes[0].out,
                             taken.axes[1].out};
  call.resize(taken.out, {sizes, 4});
}

Upsampling take_factors(Call &call, size_t align_corners, size_t factors, size_t out) {
  enum : size_t { kInput, kOutputSize };
  Upsampling taken = {};
  take_operands(call, align_corners, out, taken);
  if (call.is_none(factors)) {
    take_list(call, taken);
  } else if (call.ok() && call.require(call.is_none(kOutputSize) && call[factors].isDoubleList())) {
    const Span<const double> list = call[factors].toDoubleList();
    if (!call.require(list.size() == 2))
      return taken;
    for (size_t i = 0; i < 2; ++i) {
      Axis &axis = taken.axes[i];
      axis.factor = list[i];
      const double size = axis.in * axis.factor;
      if (call.require(size >= 1 && size <= INT32_MAX))
        axis.out = static_cast<SizesType>(size);
    }
  }
  resize(call, taken);
  return taken;
}

Upsampling take_size(Call &call, size_t align_corners, size_t factors, size_t out) {
  Upsampling taken = {};
  take_operands(call, align_corners, out, taken);
  take_list(call, taken);
  for (size_t i = 0; i < 2; ++i)
    if (call.ok() && !call.is_none(factors + i) && call.require(call[factors + i].isDouble()))
      taken.axes[i].factor = call[factors + i].toDouble();
  resize(call, taken);
  return taken;
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
