// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What operators that divide have in common: quotients and remainders, rounded down or toward zero.
//
// An integer divided by zero is an error, as in PyTorch, which is found before anything is written.
// None the less no number here stops a machine: where a zero-dimensional divisor loses its bits in
// the common dtype, and where the smallest integer is divided by -1, which wraps around.

#pragma once

#include <cmath>
#include <type_traits>

#include "../common/elementwise.h"
#include "mixed.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// The call fails if an element of the integers `divisors` has only zeros in its lowest `size`
/// bytes, unless there is nothing to divide.
void require_divisors(Call &call, const Tensor &dividends, const Tensor &divisors, size_t size);
void require_divisor(Call &call, const ScalarNumber &divisor, size_t size);

/// Elementwise kernels that divide, of tensors and by a Scalar. For integers they check divisors.
void divide(KernelRuntimeContext &context, Args::Items items, size_t size,
            const ElementwiseKernel &kernel);
void divide_by_number(KernelRuntimeContext &context, Args::Items items, size_t size,
                      const ScalarKernel &kernel);
void divide(Call &call, const ElementwiseKernel &kernel, ElementRunFunction run);
void divide_by_number(Call &call, const ScalarKernel &kernel, ElementRunFunction run);

/// Their fallback kernels, once the call has its operands, and where there are no other arguments.
void mixed_divide(Call &call, const MixedOperands &operands, const WideRuns &runs);
void mixed_divide_by_number(Call &call, const MixedOperands &operands, const WideRuns &runs);
void mixed_divide(KernelRuntimeContext &context, Args::Items items, size_t size,
                  const WideRuns &runs);
void mixed_divide_by_number(KernelRuntimeContext &context, Args::Items items, size_t size,
                            const WideRuns &runs);

/// Whether an integer divides by 0 or -1.
template <typename T> bool is_trivial(T b) {
  return static_cast<std::make_unsigned_t<T>>(b) + 1U <= 1U;
}
template <typename T> T negative(T a) {
  return static_cast<T>(0 - static_cast<std::make_unsigned_t<T>>(a));
}

struct TrueQuotient {
  template <typename T> static T of(T a, T b) { return a / b; }
};

struct TruncatedQuotient {
  template <typename T> static T of(T a, T b) {
    if constexpr (std::is_integral_v<T>)
      return is_trivial(b) ? negative(a) : a / b;
    else
      return std::trunc(a / b);
  }
};

struct TruncatedRemainder {
  template <typename T> static T of(T a, T b) {
    if constexpr (std::is_integral_v<T>)
      return is_trivial(b) ? 0 : a % b;
    else
      return std::fmod(a, b);
  }
};

/// Has the divisor's sign.
struct FloorRemainder {
  template <typename T> static T of(T a, T b) {
    const T rest = TruncatedRemainder::of(a, b);
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
  }
};

/// Of floating numbers as Python's `//`: the nearest whole number to (a - remainder) / b, so that
/// no rounded quotient is taken for a whole one.
struct FloorQuotient {
  template <typename T> static T of(T a, T b) {
    if constexpr (std::is_integral_v<T>) {
      if (is_trivial(b))
        return negative(a);
      const T quotient = a / b;
      return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
    } else {
      if (b == 0)
        return a / b;
      const T rest = std::fmod(a, b);
      T quotient = (a - rest) / b;
      if (rest != 0 && (rest < 0) != (b < 0))
        quotient -= 1;
      if (quotient == 0)
        return std::copysign(T(0), a / b);
      const T whole = std::floor(quotient);
      return quotient - whole > T(0.5) ? whole + 1 : whole;
    }
  }
};

/// `Other` is the type of the second operand: of a Scalar beside Half or BFloat16, Float.
template <typename Operation, typename T, typename Other = T>
void division_run(const ElementRun &run) {
  zip_run<T, T, Other>(run, [](NumberType<T> a, NumberType<T> b) {
    return static_cast<T>(Operation::template of<NumberType<T>>(a, b));
  });
}
template <typename T> void true_quotient_run(const ElementRun &run) {
  division_run<TrueQuotient, T>(run);
}
template <typename T> void floor_quotient_run(const ElementRun &run) {
  division_run<FloorQuotient, T>(run);
}
template <typename T> void truncated_quotient_run(const ElementRun &run) {
  division_run<TruncatedQuotient, T>(run);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
