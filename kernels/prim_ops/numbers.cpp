// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See numbers.h. The result may replace an operand, so it is written last.

#include "numbers.h"

namespace et::ET_KERNEL_LIBRARY {

bool has_numbers(KernelRuntimeContext &context, Span<EValue *> args, size_t count) {
  bool ok = args.size() == count + 1;
  for (size_t i = 0; ok && i <= count; ++i)
    ok = args[i]->isScalar();
  if (!ok)
    context.fail(Error::InvalidArgument);
  return ok;
}

double real_of(const EValue &number) {
  return number.isDouble() ? number.toDouble() : static_cast<double>(integer_of(number));
}

void integer_arithmetic(KernelRuntimeContext &context, Span<EValue *> args,
                        IntegerFunction of_integers) {
  if (!has_numbers(context, args, 2))
    return;
  int64_t result;
  if (!is_integer(*args[0]) || !is_integer(*args[1]) ||
      !of_integers(integer_of(*args[0]), integer_of(*args[1]), result))
    return context.fail(Error::InvalidArgument);
  *args[2] = EValue(result);
}

void arithmetic(KernelRuntimeContext &context, Span<EValue *> args, IntegerFunction of_integers,
                RealFunction of_reals) {
  if (!has_numbers(context, args, 2))
    return;
  if (is_integer(*args[0]) && is_integer(*args[1]))
    return integer_arithmetic(context, args, of_integers);
  *args[2] = EValue(of_reals(real_of(*args[0]), real_of(*args[1])));
}

template <typename T> static unsigned order_of(T a, T b) {
  return (a < b ? unsigned(kLess) : 0) | (a == b ? unsigned(kEqual) : 0) |
         (a > b ? unsigned(kGreater) : 0);
}

void comparison(KernelRuntimeContext &context, Span<EValue *> args, unsigned wanted) {
  if (!has_numbers(context, args, 2))
    return;
  const EValue &a = *args[0], &b = *args[1];
  const unsigned order = is_integer(a) && is_integer(b) ? order_of(integer_of(a), integer_of(b))
                                                        : order_of(real_of(a), real_of(b));
  *args[2] = EValue((order & wanted) != 0);
}

void to_integer(KernelRuntimeContext &context, Span<EValue *> args, double (*rounded)(double)) {
  if (!has_numbers(context, args, 1))
    return;
  const EValue &number = *args[0];
  if (is_integer(number)) {
    *args[1] = EValue(integer_of(number));
    return;
  }
  const double value = rounded(number.toDouble());
  // Of the two bounds only the lower one is an int64_t. A NaN is within none.
  if (!(value >= -0x1p63 && value < 0x1p63))
    return context.fail(Error::InvalidArgument);
  *args[1] = EValue(static_cast<int64_t>(value));
}

} // namespace et::ET_KERNEL_LIBRARY
