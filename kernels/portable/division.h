// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Quotients and remainders, rounded down or toward zero.
//
// As in PyTorch, an integer division by zero is an error, which is detected before the kernel
// writes anything. It is also an error if the conversion to the common dtype makes a divisor 0. For
// example, a zero-dimensional Long of 256 becomes 0 if the dividend is a Char tensor. The lowest
// integer divided by -1 passes the check. The quotient wraps around, and the division does not
// trap.

#pragma once

#include <cmath>
#include <type_traits>

#include "../common/elementwise.h"
#include "mixed.h"
#include "remainder.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// The call fails if the lowest `size` bytes of a divisor are 0. `size` is the element size of the
/// common dtype. If `dividends` is empty, nothing is divided, and the divisors are not checked.
void require_divisors(Call &call, const Tensor &dividends, const Tensor &divisors, size_t size);

/// Reads an integer divisor. Returns false if the number is 0, or if read_integer_operand() fails.
bool read_divisor(Argument value, ScalarType type, void *out);

template <typename T> constexpr ScalarKernel divisor_kernel(uint8_t out, ElementRunFunction run) {
  ScalarKernel kernel = scalar_kernel<T>(out, run);
  if constexpr (std::is_integral_v<T>)
    kernel.read = read_divisor;
  return kernel;
}

/// Divides tensors of one dtype. The call fails if an integer divisor is 0. `run` replaces
/// kernel.run if an argument gives the rounding mode.
void divide(KernelRuntimeContext &context, Args args, const ElementwiseKernel &kernel);
void divide(Call &call, const ElementwiseKernel &kernel, ElementRunFunction run);

/// Fallback kernels. The overloads with `args` take the operands from the arguments. Operators with
/// further arguments take all arguments themselves, and use the overloads with a Call.
void mixed_divide(Call &call, const MixedOperands &operands, const WideRuns &runs);
void mixed_divide_by_number(Call &call, MixedScalar &mixed, const WideRuns &runs);
void mixed_divide(KernelRuntimeContext &context, Args args, const WideRuns &runs);
void mixed_divide_by_number(KernelRuntimeContext &context, Args args, const WideRuns &runs);

template <typename T> T negative(T a) {
  return static_cast<T>(0 - static_cast<std::make_unsigned_t<T>>(a));
}

struct TrueQuotient {
  template <typename T> static T of(T a, T b) { return a / b; }
};

struct TruncatedQuotient {
  template <typename T> static T of(T a, T b) {
    if constexpr (std::is_integral_v<T>)
      return b == 0 ? negative(a) : divide_integers(a, b).quotient;
    else
      return std::trunc(a / b);
  }
};

struct TruncatedRemainder {
  template <typename T> static T of(T a, T b) {
    if constexpr (std::is_integral_v<T>)
      return b == 0 ? 0 : divide_integers(a, b).rest;
    else
      return fmod_by_bits(a, b);
  }
};

struct FloorRemainder {
  template <typename T> static T of(T a, T b) {
    const T rest = TruncatedRemainder::of(a, b);
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
  }
};

/// Divides floating point numbers like Python's `//`: (a - remainder) / b is rounded to the nearest
/// integer. Rounding a / b down could give 1 too much, because a / b may be rounded up.
struct FloorQuotient {
  template <typename T> static T of(T a, T b) {
    if constexpr (std::is_integral_v<T>) {
      if (b == 0)
        return negative(a);
      const QuotientAndRest<T> division = divide_integers(a, b);
      return division.rest != 0 && (a < 0) != (b < 0) ? division.quotient - 1 : division.quotient;
    } else {
      if (b == 0)
        return a / b;
      const T rest = fmod_by_bits(a, b);
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

/// `Other` is ScalarElement<T> if the second operand is a Scalar.
template <typename Operation, typename T, typename Other = T>
void division_run(const ElementRun &run) {
  zip_run<T, T, Other>(run, [](NumberType<T> a, NumberType<T> b) {
    return static_cast<T>(Operation::template of<NumberType<T>>(a, b));
  });
}
template <typename T>
constexpr ElementRunFunction true_quotient_run = division_run<TrueQuotient, T>;
template <typename T>
constexpr ElementRunFunction floor_quotient_run = division_run<FloorQuotient, T>;
template <typename T>
constexpr ElementRunFunction truncated_quotient_run = division_run<TruncatedQuotient, T>;

template <typename Operation> struct RemainderOf {
  template <typename T> static constexpr ElementRunFunction kRun = division_run<Operation, T>;
  template <typename T>
  static constexpr ElementwiseKernel kTensors = elementwise<T>(kBinaryOut, kRun<T>);
  template <typename T>
  static constexpr ScalarKernel kScalar =
      divisor_kernel<T>(kBinaryOut, division_run<Operation, T, ScalarElement<T>>);
  static constexpr WideRuns kRuns = ET_WIDE_REAL_RUNS(kRun);
};

// `rest` is a RemainderOf.
#define ET_REMAINDER(op, rest, name, code, type)                                                   \
  ET_KERNEL(aten, op, name, "v1/" #code ";|*", ET_BINARY_SCHEMA(op, "Tensor")) {                   \
    divide(context, args, rest::kTensors<type>);                                                   \
  }
#define ET_REMAINDER_BY_SCALAR(op, rest, name, code, type)                                         \
  ET_KERNEL(aten, op, name, "v1/" #code ";|*", ET_BINARY_SCHEMA(op, "Scalar")) {                   \
    zip_scalar(context, args, rest::kScalar<type>);                                                \
  }
#define ET_MIXED_REMAINDER(op, rest)                                                               \
  ET_KERNEL(aten, op, fallback, ET_KEY(RealsAndBool, RealsAndBool, Numbers),                       \
            ET_BINARY_SCHEMA(op, "Tensor")) {                                                      \
    mixed_divide(context, args, rest::kRuns);                                                      \
  }
#define ET_MIXED_REMAINDER_BY_SCALAR(op, rest)                                                     \
  ET_KERNEL(aten, op, fallback, ET_KEY(RealsAndBool, Numbers), ET_BINARY_SCHEMA(op, "Scalar")) {   \
    mixed_divide_by_number(context, args, rest::kRuns);                                            \
  }

} // namespace et::kernels::ET_KERNEL_LIBRARY
