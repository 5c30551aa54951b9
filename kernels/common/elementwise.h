// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that compute each output element from the input elements at the same place. An operator
// brings a small function for a run of elements (walk.h); the checks and the walk are shared by
// all. A kernel of another dtype costs its loop and a few words: it hands over to the shared
// function with a constant that describes it, an ElementwiseKernel.
//
//     template <typename T> void relu_run(const ElementRun &run) { map_run<T>(run, ...); }
//     template <typename T> constexpr ElementwiseKernel kRelu = elementwise<T>(1, relu_run<T>);
//     ET_KERNEL(...) { map(context, args, kRelu<float>); }
//
// The constant is an object of its own per dtype: initialisers written in place would share a
// section, which would keep every dtype's functions in an image.

#pragma once

#include <type_traits>

#include "dtypes.h"
#include "scalar_argument.h"
#include "typed_arguments.h"
#include "walk.h"

namespace et::kernels {

/// What an elementwise kernel is, beside the number of its inputs. Inputs come first among the
/// arguments and are of `dtype`; the output, of `result`, is at `out`.
struct ElementwiseKernel {
  ScalarType dtype;
  ScalarType result;
  uint8_t out;
  ElementRunFunction run;
};
template <typename T, typename Result = T>
constexpr ElementwiseKernel elementwise(uint8_t out, ElementRunFunction run) {
  return {DtypeOf<T>::value, DtypeOf<Result>::value, out, run};
}

/// The whole operator with one input. The run's params point to the kernel; an operator may derive
/// from it to have constants of its own. The call fails when an argument is missing, has another
/// dtype, or when the output cannot have the input's shape.
void map(KernelRuntimeContext &context, Args args, const ElementwiseKernel &kernel);

/// The whole operator with two inputs, and what is left of it once the call has taken its other
/// arguments. The inputs broadcast; the call fails when that does not give a shape of the output.
/// Does nothing for a call that has failed.
void zip(KernelRuntimeContext &context, Args args, const ElementwiseKernel &kernel);
void zip(Call &call, const ElementwiseKernel &kernel, const void *params);

/// The same where one of the two is a Scalar, argument `scalar` of 0 and 1. The run function takes
/// it as an element that repeats, of type ScalarElement, its operand `place` of 1 and 2. The tensor
/// has the output's dim order.
struct ScalarKernel : ElementwiseKernel {
  ScalarReader read;
  uint8_t scalar;
  uint8_t place;
};
template <typename T, typename Result = T>
constexpr ScalarKernel scalar_kernel(uint8_t out, ElementRunFunction run, uint8_t scalar = 1,
                                     uint8_t place = 2) {
  return {elementwise<T, Result>(out, run), kOperandReader<T>, scalar, place};
}
/// Half and BFloat16 keep their scalars as floats.
template <typename T>
using ScalarElement = std::conditional_t<std::is_integral_v<T>, T, ComputeType<T>>;
void zip_scalar(KernelRuntimeContext &context, Args args, const ScalarKernel &kernel);
void zip_scalar(Call &call, const ScalarKernel &kernel, const void *params);
/// A run function for a number beside the input: its run's params point to a NumberRun.
struct NumberRun {
  ElementRunFunction run;
  const void *params; // Those of `run`.
  const ScalarNumber *number;
  uint8_t place;
};
void number_run(const ElementRun &run);

/// Gives `out` the shape of `in`, and calls `run` once with all elements of the two, of any dtypes.
/// The call fails unless their elements lie in one order. Does nothing for a call that has failed.
void map(Call &call, const Tensor &out, const Tensor &in, ElementRunFunction run,
         const void *params);

/// Gives `out` the shape that the inputs broadcast to, and calls `run` for all elements of `count`
/// tensors of any dtypes and dim orders: the output and the inputs behind it. Does nothing for a
/// call that has failed.
void for_each_element(Call &call, const Tensor *operands, size_t count, ElementRunFunction run,
                      const void *params);

/// Whether numbers are added faster where half of them make a sum of their own, which does not wait
/// for the other: on a host, not where an addition is an instruction like any other.
constexpr bool kAddsInParallel = sizeof(size_t) == sizeof(uint64_t);

/// The body of most run functions: out[i] = fn(a[i]) and out[i] = fn(a[i], b[i]) on elements of
/// type T, with results of another type where it is named. A run has an element, and a loop that
/// asks at its end is the shorter one. This one is for elements side by side, as map() has them.
template <typename T, typename Result = T, typename Function>
inline void map_run(const ElementRun &run, Function fn) {
  Result *out = reinterpret_cast<Result *>(run.data[0]);
  const T *a = reinterpret_cast<const T *>(run.data[1]);
  size_t left = run.count;
  do
    *out++ = fn(read_element<T>(a++));
  while (--left != 0);
}

/// For elements that may stand apart, as those of fallback kernels do.
template <typename T, typename Result = T, typename Function>
inline void map_strided_run(const ElementRun &run, Function fn) {
  char *out = run.data[0];
  const char *a = run.data[1];
  const ptrdiff_t out_stride = run.strides[0];
  const ptrdiff_t a_stride = run.strides[1];
  size_t left = run.count;
  do {
    *reinterpret_cast<Result *>(out) = fn(read_element<T>(a));
    out += out_stride;
    a += a_stride;
  } while (--left != 0);
}

/// `Other` is the type of the second input. `fn` takes both as `Number`, by default as they are.
template <typename T, typename Result = T, typename Other = T, typename Number = void,
          typename Function>
inline void zip_run(const ElementRun &run, Function fn) {
  using A = std::conditional_t<std::is_void_v<Number>, T, Number>;
  using B = std::conditional_t<std::is_void_v<Number>, Other, Number>;
  char *out = run.data[0];
  const char *a = run.data[1];
  const char *b = run.data[2];
  const ptrdiff_t out_stride = run.strides[0];
  const ptrdiff_t a_stride = run.strides[1];
  const ptrdiff_t b_stride = run.strides[2];
  size_t left = run.count;
  do {
    *reinterpret_cast<Result *>(out) =
        fn(static_cast<A>(read_element<T>(a)), static_cast<B>(read_element<Other>(b)));
    out += out_stride;
    a += a_stride;
    b += b_stride;
  } while (--left != 0);
}

} // namespace et::kernels
