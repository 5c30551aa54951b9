// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prim ops on numbers: the checks and the choice between integer and floating-point arithmetic,
// which all of them share. An operator brings the arithmetic itself, in functions that do not know
// about values.
//
// A Bool counts as the integer 0 or 1. Where one operand is a Double, all are converted to it. The
// value that the result replaces must be a number, too, but may be of another kind.
//
// Integers never wrap around: a size that silently became another would be worse than a program
// that stops. Floating point follows IEEE 754, so that 1.0 / 0 is infinity.
//
// Prim ops take a bool as an integer and divide as Python does. That is what the exported program
// meant; ExecuTorch takes no bools and leaves negative remainders to C. Both agree wherever its own
// programs get.
//
// Integers of prim ops stop the method instead of wrapping around, doubles become infinite: a size
// that silently is another one ends in memory, an infinity in a comparison.
//
// A prim op's result may change the kind of a number, as in ExecuTorch, but never replaces a
// tensor, string or list: those are checked when a method is loaded.

#pragma once

#include <cstdint>

#include "../common/typed_arguments.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// A call with `count` numbers and one more, for the result.
Call take_numbers(KernelRuntimeContext &context, Args args, size_t count);

inline bool is_integer(Argument number) { return !number.isDouble(); }
inline int64_t integer_of(Argument number) {
  return number.isBool() ? int64_t(number.toBool()) : number.toInt();
}
double real_of(Argument number);

/// False when the result is no int64_t, or there is none.
using IntegerFunction = bool (*)(int64_t a, int64_t b, int64_t &result);
using RealFunction = double (*)(double a, double b);

/// The operator of two numbers: an Int of integers, else a Double.
void arithmetic(KernelRuntimeContext &context, Args args, IntegerFunction of_integers,
                RealFunction of_reals);
/// The operator of two integers only.
void integer_arithmetic(KernelRuntimeContext &context, Args args, IntegerFunction of_integers);

/// How two numbers compare, as bits: with a NaN none of them holds.
enum Order : unsigned { kLess = 1, kEqual = 2, kGreater = 4 };
/// The operator that tells whether two numbers compare in one of the `wanted` ways.
void comparison(KernelRuntimeContext &context, Args args, unsigned wanted);

/// The operator of one number that makes an Int of it. InvalidArgument when that cannot hold the
/// result of `rounded`.
void to_integer(KernelRuntimeContext &context, Args args, double (*rounded)(double));

} // namespace et::kernels::ET_KERNEL_LIBRARY
