// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared code of operators that compare two operands. The result is a Bool; an output of another
// dtype gets 0 or 1. An operator's file only names the operator's condition.
//
// An integer tensor and a floating point Scalar are compared as Float. So the integer kernels for
// Scalars have a second loop (compare.h). Only the fallback compares Bool tensors with a Scalar.

#pragma once

#include "../common/compare.h"
#include "../common/dtypes.h"
#include "../common/elementwise.h"
#include "bits.h"
#include "mixed.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

#define ET_CONDITION(name, bits, condition)                                                        \
  struct name {                                                                                    \
    static constexpr bool kBits = bits;                                                            \
    template <typename T> static bool of(T a, T b) { return condition; }                           \
  };
/// `bits` is true if the condition depends only on the bits of two integers, not on the signedness
/// of their type. All integer dtypes of one size then share a loop (LoopType).
ET_CONDITION(Equal, true, a == b)
ET_CONDITION(Unequal, true, a != b)
ET_CONDITION(Less, false, a < b)
ET_CONDITION(LessOrEqual, false, a <= b)
ET_CONDITION(Greater, false, a > b)
ET_CONDITION(GreaterOrEqual, false, a >= b)
#undef ET_CONDITION

template <typename Condition, typename T, typename Other>
void condition_run(const ElementRun &run) {
  using Number = NumberType<std::conditional_t<std::is_integral_v<Other>, T, Other>>;
  zip_run<T, bool, Other, Number>(
      run, [](Number a, Number b) { return Condition::template of<Number>(a, b); });
}

template <typename T, bool bits>
using LoopType = std::conditional_t<bits && std::is_integral_v<T>, LoopBits<T>, T>;

template <typename Condition, typename T> void predicate_run(const ElementRun &run) {
  using Loop = LoopType<T, Condition::kBits>;
  condition_run<Condition, Loop, Loop>(run);
}

template <typename Condition, typename T>
constexpr ElementwiseKernel kPredicate2 = {
    DtypeOf<T>::value, ScalarType::Bool, 2,
    condition_run<Condition, LoopType<T, Condition::kBits>, LoopType<T, Condition::kBits>>};

template <typename Condition, typename T> constexpr CompareKernel compare_kernel() {
  using Loop = LoopType<T, Condition::kBits>;
  if constexpr (std::is_integral_v<T>)
    return {scalar_kernel<T, bool>(kBinaryOut, condition_run<Condition, Loop, Loop>),
            condition_run<Condition, T, float>};
  else
    return {scalar_kernel<T, bool>(kBinaryOut, condition_run<Condition, T, ScalarElement<T>>),
            nullptr};
}
template <typename Condition, typename T>
constexpr CompareKernel kCompare = compare_kernel<Condition, T>();

template <typename Condition>
constexpr WideRuns kPredicateRuns = {predicate_run<Condition, int32_t>,
                                     predicate_run<Condition, int64_t>,
                                     predicate_run<Condition, float>,
                                     predicate_run<Condition, double>,
                                     nullptr,
                                     nullptr};

#define ET_PREDICATE(op, condition, name, code, type)                                              \
  ET_KERNEL(aten, op, name, "v1/" #code ";|" #code ";|11;", ET_BINARY_SCHEMA(op, "Tensor")) {      \
    zip(context, args, kPredicate2<condition, type>);                                              \
  }
#define ET_MIXED_PREDICATE(op, condition)                                                          \
  ET_KERNEL(aten, op, fallback, ET_KEY(RealsAndBool, RealsAndBool, NumbersAndBool),                \
            ET_BINARY_SCHEMA(op, "Tensor")) {                                                      \
    mixed_zip(context, args, kPredicateRuns<condition>, kPredicate);                               \
  }
#define ET_COMPARISON(op, condition, name, code, type)                                             \
  ET_KERNEL(aten, op, name, "v1/" #code ";|11;", ET_BINARY_SCHEMA(op, "Scalar")) {                 \
    compare(context, args, kCompare<condition, type>);                                             \
  }
#define ET_MIXED_COMPARISON(op, condition)                                                         \
  ET_KERNEL(aten, op, fallback, ET_KEY(RealsAndBool, NumbersAndBool),                              \
            ET_BINARY_SCHEMA(op, "Scalar")) {                                                      \
    mixed_scalar(context, args, kPredicateRuns<condition>, kPredicate);                            \
  }

} // namespace et::kernels::ET_KERNEL_LIBRARY
