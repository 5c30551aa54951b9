// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See numbers.h. Functions read all operands before they write the result, because the result may
// overwrite an operand.

#include "numbers.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

namespace {

/// The result has index kResult after two operands, and index kInteger after one operand.
enum NumberArguments : size_t { kA, kB, kResult, kInteger = kB };

} // namespace

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
  call.require(call.ok() && is_integer(call[kA]) && is_integer(call[kB]) &&
               of_integers(integer_of(call[kA]), integer_of(call[kB]), result));
  if (call.ok())
    call.set(kResult, result);
}

void arithmetic(KernelRuntimeContext &context, Args args, IntegerFunction of_integers,
                RealFunction of_reals) {
  Call call = take_numbers(context, args, 2);
  if (!call.ok())
    return;
  if (is_integer(call[kA]) && is_integer(call[kB]))
    return integer_arithmetic(context, args, of_integers);
  call.set(kResult, of_reals(real_of(call[kA]), real_of(call[kB])));
}

template <typename T> static unsigned order_of(T a, T b) {
  return (a < b ? unsigned(kLess) : 0) | (a == b ? unsigned(kEqual) : 0) |
         (a > b ? unsigned(kGreater) : 0);
}

void comparison(KernelRuntimeContext &context, Args args, unsigned wanted) {
  Call call = take_numbers(context, args, 2);
  if (!call.ok())
    return;
  Argument a = call[kA], b = call[kB];
  const unsigned order = is_integer(a) && is_integer(b) ? order_of(integer_of(a), integer_of(b))
                                                        : order_of(real_of(a), real_of(b));
  call.set(kResult, (order & wanted) != 0);
}

void to_integer(KernelRuntimeContext &context, Args args, double (*rounded)(double)) {
  Call call = take_numbers(context, args, 1);
  if (!call.ok())
    return;
  Argument number = call[kA];
  if (is_integer(number)) {
    call.set(kInteger, integer_of(number));
    return;
  }
  const double value = rounded(number.toDouble());
  // Tests that int64_t can hold the value. NaN fails both comparisons.
  call.require(value >= -0x1p63 && value < 0x1p63);
  if (call.ok())
    call.set(kInteger, static_cast<int64_t>(value));
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
