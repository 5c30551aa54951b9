// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See numbers.h. The result may replace an operand, so it is written last.

#include "numbers.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

Call take_numbers(KernelRuntimeContext &context, Args args, size_t count) {
  Call call = Call::exact(context, args, count);
  for (size_t i = 0; call.ok() && i <= count; ++i)
    call.require(call[i].isScalar());
  return call;
}

double real_of(Argument number) {
  return number.isDouble() ? number.toDouble() : static_cast<double>(integer_of(number));
}

void integer_arithmetic(KernelRuntimeContext &context, Args args, IntegerFunction of_integers) {
  Call call = take_numbers(context, args, 2);
  int64_t result;
  call.require(call.ok() && is_integer(call[0]) && is_integer(call[1]) &&
               of_integers(integer_of(call[0]), integer_of(call[1]), result));
  if (call.ok())
    call.set(2, result);
}

void arithmetic(KernelRuntimeContext &context, Args args, IntegerFunction of_integers,
                RealFunction of_reals) {
  Call call = take_numbers(context, args, 2);
  if (!call.ok())
    return;
  if (is_integer(call[0]) && is_integer(call[1]))
    return integer_arithmetic(context, args, of_integers);
  call.set(2, of_reals(real_of(call[0]), real_of(call[1])));
}

template <typename T> static unsigned order_of(T a, T b) {
  return (a < b ? unsigned(kLess) : 0) | (a == b ? unsigned(kEqual) : 0) |
         (a > b ? unsigned(kGreater) : 0);
}

void comparison(KernelRuntimeContext &context, Args args, unsigned wanted) {
  Call call = take_numbers(context, args, 2);
  if (!call.ok())
    return;
  Argument a = call[0], b = call[1];
  const unsigned order = is_integer(a) && is_integer(b) ? order_of(integer_of(a), integer_of(b))
                                                        : order_of(real_of(a), real_of(b));
  call.set(2, (order & wanted) != 0);
}

void to_integer(KernelRuntimeContext &context, Args args, double (*rounded)(double)) {
  Call call = take_numbers(context, args, 1);
  if (!call.ok())
    return;
  Argument number = call[0];
  if (is_integer(number)) {
    call.set(1, integer_of(number));
    return;
  }
  const double value = rounded(number.toDouble());
  // The limits of int64_t; NaN fails both comparisons.
  call.require(value >= -0x1p63 && value < 0x1p63);
  if (call.ok())
    call.set(1, static_cast<int64_t>(value));
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
