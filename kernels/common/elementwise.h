// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that compute each output element from the input elements at the same position. An
// operator's file has a function for a run of elements (walk.h); all operators share the checks and
// the walk. For each dtype, the file has a run function and a constant of type ElementwiseKernel.
// The dtype's kernel passes the constant to map() or zip().
//
//     template <typename T> void relu_run(const ElementRun &run) { map_run<T>(run, ...); }
//     template <typename T>
//     constexpr ElementwiseKernel kRelu = elementwise<T>(kUnaryOut, relu_run<T>);
//     ET_KERNEL(...) { map(context, args, kRelu<float>); }
//
// Each constant must be a named object, because a named object has a section of its own. Unnamed
// constants would share a section, and this section would keep the run functions of all dtypes in
// the image.

#pragma once

#include <type_traits>

#include "dtypes.h"
#include "scalar_argument.h"
#include "typed_arguments.h"
#include "walk.h"

namespace et::kernels {

/// The inputs are the first arguments and have the dtype `dtype`. The output is args[out] and has
/// the dtype `result`.
struct ElementwiseKernel {
  ScalarType dtype;
  ScalarType result;
  uint8_t out;
  ElementRunFunction run;
};
constexpr uint8_t kUnaryOut = 1, kBinaryOut = 2; ///< `out` after one or two inputs
template <typename T, typename Result = T>
constexpr ElementwiseKernel elementwise(uint8_t out, ElementRunFunction run) {
  return {DtypeOf<T>::value, DtypeOf<Result>::value, out, run};
}

/// Runs an operator with one input. The run's params point to the kernel. An operator may derive a
/// struct from ElementwiseKernel, to pass constants to its run function.
void map(KernelRuntimeContext &context, Args args, const ElementwiseKernel &kernel);

/// Runs an operator with two inputs, which broadcast. If an operator has more arguments, its kernel
/// makes a Call, takes these arguments, and passes the Call to the second overload.
void zip(KernelRuntimeContext &context, Args args, const ElementwiseKernel &kernel);
void zip(Call &call, const ElementwiseKernel &kernel, const void *params);

/// A kernel with a tensor and a Scalar as inputs; args[scalar] is the Scalar. The run function gets
/// the Scalar as a repeated element of type ScalarElement, at operand `place` (1 or 2). zip_scalar
/// runs the operator; the output must have the tensor's dim order.
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
/// The type of the element that a Scalar becomes: float for Half and BFloat16, otherwise T.
template <typename T>
using ScalarElement = std::conditional_t<std::is_integral_v<T>, T, ComputeType<T>>;
void zip_scalar(KernelRuntimeContext &context, Args args, const ScalarKernel &kernel);
void zip_scalar(Call &call, const ScalarKernel &kernel, const void *params);
/// The params of number_run, which inserts `number` into a run as operand `place` and calls `run`.
struct NumberRun {
  ElementRunFunction run;
  const void *params; ///< the params of `run`
  const ScalarNumber *number;
  uint8_t place;
};
void number_run(const ElementRun &run);

/// Resizes `out` to the shape of `in`, and calls `run` once with all elements of the two tensors.
/// The dtypes may differ, but the dim orders must be equal. Does nothing if the call has failed.
void map(Call &call, const Tensor &out, const Tensor &in, ElementRunFunction run,
         const void *params);

/// `operands` are `count` tensors: the output, then the inputs. Resizes the output to the shape
/// that the inputs broadcast to, and calls `run` for all elements. Dtypes and dim orders may
/// differ. Does nothing for a call that has failed.
void for_each_element(Call &call, const Tensor *operands, size_t count, ElementRunFunction run,
                      const void *params);

/// True on hosts, because their processors can add to two separate sums at the same time.
constexpr bool kAddsInParallel = sizeof(size_t) == sizeof(uint64_t);

/// out[i] = fn(a[i]). A run is never empty, so the loop tests its condition at the end.
template <typename T, typename Result = T, typename Function>
inline void map_run(const ElementRun &run, Function fn) {
  Result *out = reinterpret_cast<Result *>(run.data[0]);
  const T *a = reinterpret_cast<const T *>(run.data[1]);
  size_t left = run.count;
  do
    *out++ = fn(read_element<T>(a++));
  while (--left != 0);
}

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

/// out[i] = fn(a[i], b[i]). `Other` is the type of the second input. If `Number` is given, `fn`
/// gets both inputs as Number.
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
