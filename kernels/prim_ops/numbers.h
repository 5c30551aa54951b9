// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prim ops on numbers: the shared checks, and the choice between integer and floating point
// arithmetic. An operator's file has the functions that compute with plain numbers.
//
// A Bool counts as the integer 0 or 1. If one operand is a Double, all operands are converted to
// Double. The result overwrites the last argument. As in ExecuTorch, this argument must already be
// a number.
//
// Integer overflow stops the method. An integer can be a tensor's size, and a wrong size would lead
// to a wrong memory access.
// Floating point numbers follow IEEE 754, so 1.0 / 0 is infinity.
//
// Prim ops accept a Bool as an integer, and divide as Python does, because exported programs expect
// Python's results. ExecuTorch's prim ops accept no Bool, and compute negative remainders as C
// does.

#pragma once

#include <cstdint>

#include "../common/typed_arguments.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// The arguments must be `count` operands, and the argument that gets the result. All are numbers.
Call take_numbers(KernelRuntimeContext &context, Args args, size_t count);

inline bool is_integer(Argument number) { return !number.isDouble(); }
inline int64_t integer_of(Argument number) {
  return number.isBool() ? int64_t(number.toBool()) : number.toInt();
}
double real_of(Argument number);

/// Returns false if int64_t cannot hold the result, or if b is 0 in a division.
using IntegerFunction = bool (*)(int64_t a, int64_t b, int64_t &result);
using RealFunction = double (*)(double a, double b);

/// The result is an Int for integers, else a Double.
void arithmetic(KernelRuntimeContext &context, Args args, IntegerFunction of_integers,
                RealFunction of_reals);
void integer_arithmetic(KernelRuntimeContext &context, Args args, IntegerFunction of_integers);

/// Bits for the result of comparing two numbers. No bit is set if a number is NaN.
enum Order : unsigned { kLess = 1, kEqual = 2, kGreater = 4 };
/// The result is true if `wanted` has the bit for the order of a and b.
void comparison(KernelRuntimeContext &context, Args args, unsigned wanted);

/// `rounded` rounds a Double. The call fails with InvalidArgument if an Int cannot hold the result.
void to_integer(KernelRuntimeContext &context, Args args, double (*rounded)(double));

} // namespace et::kernels::ET_KERNEL_LIBRARY
