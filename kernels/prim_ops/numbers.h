// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prim ops on numbers: the shared checks, and the choice between integer and floating point
// arithmetic. An operator brings the arithmetic in functions on plain numbers.
//
// A Bool counts as the integer 0 or 1. If one operand is a Double, all are converted to Double. The
// value that the result replaces must be a number, but may be of another kind, as in ExecuTorch. It
// is never a tensor, string or list, which are checked when a method is loaded.
//
// Integer overflow stops the method, because a wrong size would end in a wrong memory access.
// Floating point follows IEEE 754, so 1.0 / 0 is infinity.
//
// Prim ops take a Bool as an integer, and divide as Python does, because exported programs mean
// Python's results. ExecuTorch takes no Bool, and its negative remainders are C's. Both agree on
// all programs that ExecuTorch runs.

#pragma once

#include <cstdint>

#include "../common/typed_arguments.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// A call with `count` numbers and another one for the result.
Call take_numbers(KernelRuntimeContext &context, Args args, size_t count);

inline bool is_integer(Argument number) { return !number.isDouble(); }
inline int64_t integer_of(Argument number) {
  return number.isBool() ? int64_t(number.toBool()) : number.toInt();
}
double real_of(Argument number);

/// False if the result does not fit in int64_t, or does not exist.
using IntegerFunction = bool (*)(int64_t a, int64_t b, int64_t &result);
using RealFunction = double (*)(double a, double b);

/// The operator on two numbers: an Int for integers, else a Double.
void arithmetic(KernelRuntimeContext &context, Args args, IntegerFunction of_integers,
                RealFunction of_reals);
/// The operator on two integers only.
void integer_arithmetic(KernelRuntimeContext &context, Args args, IntegerFunction of_integers);

/// The result of comparing two numbers, as bits; no bit is set if one is NaN.
enum Order : unsigned { kLess = 1, kEqual = 2, kGreater = 4 };
/// The operator that returns whether the comparison gives one of the `wanted` results.
void comparison(KernelRuntimeContext &context, Args args, unsigned wanted);

/// The operator that converts one number to an Int. InvalidArgument if an Int cannot hold the
/// result of `rounded`.
void to_integer(KernelRuntimeContext &context, Args args, double (*rounded)(double));

} // namespace et::kernels::ET_KERNEL_LIBRARY
