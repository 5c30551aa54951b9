// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dim_order_ops::_to_dim_order_copy.out: a copy with another dtype, another dim order, or both. The
// output has them already; the program only repeats the dim order.
//
// Elements are converted as C++ converts numbers. Floats lose their fraction on the way to
// integers; those that no int64_t holds, NaN among them, count as its smallest number, of which
// smaller integers hold the low bits. No other operator makes integers of floats, so that it is
// done here.
//
// `dim_order_ops` do not compare their dim order with the output's. Dimensions of one element may
// stand anywhere in it, and the output's is what counts. `_to_dim_order_copy` is one fallback
// kernel: 132 pairs of dtypes as templates would be larger than everything else.

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "../common/copy.h"
#include "../common/element.h"
#include "../common/elementwise.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

struct Conversion {
  ScalarType from;
  ScalarType to;
  /// What becomes of elements before they are converted from `as`; null where nothing does.
  ConvertFunction first;
  ScalarType as;
};

template <typename T> void truth(char *to, const char *from) {
  T value;
  std::memcpy(&value, from, sizeof(value));
  const int32_t result = value != 0;
  std::memcpy(to, &result, sizeof(result));
}

template <typename T> void truncate(char *to, const char *from) {
  constexpr double limit = 9223372036854775808.0; // 2^63
  T number;
  std::memcpy(&number, from, sizeof(number));
  int64_t result = INT64_MIN;
  // Most numbers fit 32 bits, to which cores convert floats by one instruction.
  if (std::is_same_v<T, float> && number > -0x1p31 && number < 0x1p31)
    result = static_cast<int32_t>(number);
  else if (number >= -limit && number < limit)
    result = static_cast<int64_t>(number);
  std::memcpy(to, &result, sizeof(result));
}

Conversion conversion(ScalarType from, ScalarType to) {
  const Wide wide = wide_type(from);
  const bool is_float = wide == Wide::Float || wide == Wide::ComplexFloat;
  if (to == ScalarType::Bool && wide != Wide::Int)
    return {from, to,
            wide == Wide::Long ? truth<int64_t>
            : is_float         ? truth<float>
                               : truth<double>,
            to};
  if (wide > Wide::Long && wide_type(to) <= Wide::Long)
    return {from, to, is_float ? truncate<float> : truncate<double>, ScalarType::Long};
  return {from, to, nullptr, from};
}

void convert_run(const ElementRun &run) {
  const Conversion &how = *static_cast<const Conversion *>(run.params);
  char *out = run.data[0];
  const char *in = run.data[1];
  Slots slots;
  const ptrdiff_t slot = slot_size(how.to, slot_size(how.from, sizeof(int64_t)));
  size_t part;
  for (size_t left = run.count; left != 0; left -= part) {
    part = std::min(left, Slots::kSize / static_cast<size_t>(slot));
    load_elements(how.from, how.from, slots, slot, in, run.strides[1], part);
    if (how.first)
      convert_each(how.first, slots.data, slot, slots.data, slot, part);
    store_elements(how.to, how.as, out, run.strides[0], slots, slot, part);
    out += run.strides[0] * static_cast<ptrdiff_t>(part);
    in += run.strides[1] * static_cast<ptrdiff_t>(part);
  }
}

} // namespace

ET_FALLBACK_KERNEL(dim_order_ops, _to_dim_order_copy.out,
                   "dim_order_ops::_to_dim_order_copy.out(Tensor self, *, bool "
                   "non_blocking=False, int[]? dim_order=None, Tensor(a!) out) -> Tensor(a!)") {
  Call call(context, args, 4);
  const Tensor self = call.any_tensor(0);
  const Tensor out = call.any_tensor(3);
  call.boolean(1);
  call.optional_list(2);
  if (!call.ok())
    return;
  const ScalarType from = self.scalar_type();
  const ScalarType to = out.scalar_type();
  if (!call.require(wide_type(from) != Wide::None && wide_type(to) != Wide::None))
    return;
  if (from == to)
    return copy_all(call, {self, out});
  const Conversion how = conversion(from, to);
  for_each_pair(call, out, self, convert_run, &how);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
