// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that compute a formula of one floating point number. Each operator has its own file,
// which passes the operator and the formula to a macro. In the formula, `x` is a double or a float;
// Half and BFloat16 are computed as floats.
//
//     ET_FLOAT_UNARY(sqrt, std::sqrt(x))
//
// The fallback kernel serves inputs of integers and Bool, which are computed in Float. The kernel
// also serves an output of a complex dtype, or of another floating point dtype than self.

#pragma once

#include "../common/dtypes.h"
#include "../common/elementwise.h"
#include "mixed.h"

#define ET_FLOAT_UNARY_SCHEMA(op) #op ".out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)"
#define ET_FLOAT_UNARY_KERNEL(name, code, type, op)                                                \
  ET_KERNEL(aten, op.out, name, "v1/" #code ";|*", ET_FLOAT_UNARY_SCHEMA(op)) {                    \
    map(context, args, kFloatUnary<type>);                                                         \
  }

#define ET_FLOAT_UNARY(op, formula)                                                                \
  namespace et::kernels::ET_KERNEL_LIBRARY {                                                       \
  namespace {                                                                                      \
  template <typename T> void float_unary_run(const ElementRun &run) {                              \
    map_strided_run<T>(run, [](ComputeType<T> x) { return static_cast<T>(formula); });             \
  }                                                                                                \
  template <typename T>                                                                            \
  constexpr ElementwiseKernel kFloatUnary = elementwise<T>(kUnaryOut, float_unary_run<T>);         \
  constexpr WideRuns kFloatUnaryRuns = ET_WIDE_REAL_FLOAT_RUNS(float_unary_run);                   \
  }                                                                                                \
  ET_FORALL_FLOAT_DTYPES_WITH(ET_FLOAT_UNARY_KERNEL, op)                                           \
  ET_KERNEL(aten, op.out, fallback, ET_KEY(RealsAndBool, FloatsAndComplex),                        \
            ET_FLOAT_UNARY_SCHEMA(op)) {                                                           \
    mixed_map(context, args, kFloatUnaryRuns);                                                     \
  }                                                                                                \
  }
