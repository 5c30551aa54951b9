// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dim_order_ops::_to_dim_order_copy.out: a copy with another dtype, another dim order, or both. The
// output has them already; the program only repeats the dim order.
//
// Elements are converted as C++ converts numbers. Floats lose their fraction on the way to
// integers; those that no int64_t holds, NaN among them, count as its smallest number, of which
// smaller integers hold the low bits.
//
// `dim_order_ops` do not compare their dim order with the output's. Dimensions of one element may
// stand anywhere in it, and the output's is what counts. `_to_dim_order_copy` is one fallback
// kernel: 132 pairs of dtypes as templates would be larger than everything else.

#include "../common/element.h"
#include "../common/elementwise.h"
#include "../common/promotion.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

struct Conversion {
  ScalarType from;
  ScalarType to;
};

void convert_run(const ElementRun &run) {
  const Conversion &types = *static_cast<const Conversion *>(run.params);
  bool from_integer = number_kind(types.from) <= NumberKind::Integer;
  bool to_bool = types.to == ScalarType::Bool;
  bool to_double = types.to == ScalarType::Double || types.to == ScalarType::ComplexDouble;
  char *out = run.data[0];
  const char *in = run.data[1];
  for (size_t i = run.count; i != 0; --i) {
    Element value = load_element(types.from, in);
    Complex<double> &number = value.number;
    if (from_integer) {
      if (!to_double) // Rounded once, not to a double first.
        number.real = static_cast<double>(static_cast<float>(value.integer));
    } else if (to_bool) {
      value.integer = number.real != 0;
    } else {
      constexpr double limit = 9223372036854775808.0; // 2^63
      bool fits = number.real >= -limit && number.real < limit;
      value.integer = fits ? static_cast<int64_t>(number.real) : INT64_MIN;
    }
    store_element(types.to, out, value);
    out += run.strides[0];
    in += run.strides[1];
  }
}

} // namespace

ET_FALLBACK_KERNEL(dim_order_ops, _to_dim_order_copy.out,
                   "dim_order_ops::_to_dim_order_copy.out(Tensor self, *, bool "
                   "non_blocking=False, int[]? dim_order=None, Tensor(a!) out) -> Tensor(a!)") {
  Call call(context, args, 4);
  const Tensor operands[] = {call.any_tensor(3), call.any_tensor(0)};
  call.boolean(1);
  call.optional_list(2);
  if (!call.ok())
    return;
  Conversion types = {operands[1].scalar_type(), operands[0].scalar_type()};
  call.require(number_kind(types.from) != NumberKind::None &&
               number_kind(types.to) != NumberKind::None);
  for_each_element(call, operands, 2, convert_run, &types);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
