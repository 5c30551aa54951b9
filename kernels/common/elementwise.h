// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that compute each output element from the input elements at the same place, with
// broadcasting. An operator brings a small function for a run of elements (walk.h); the checks and
// the walk are shared by all, so that a kernel of another dtype costs little more than its loop.

#pragma once

#include "typed_arguments.h"
#include "walk.h"

namespace et::kernels {

/// Where an operator's tensors stand in its arguments: the inputs, one or two, come first, the
/// output is at `out`. All are of `dtype`.
struct ElementwiseCall {
  uint8_t inputs;
  uint8_t out;
  ScalarType dtype;
};

/// Calls `run` for all elements of args[call.out]. The call fails when an argument is missing, has
/// another dtype, or when the inputs do not broadcast to a shape of the output. Does nothing for a
/// call that has failed.
void elementwise(KernelRuntimeContext &context, Args args, ElementwiseCall call,
                 ElementRunFunction run, void *params);

/// The same for tensors of any dtypes, `count` of them: the output and the inputs behind it.
void for_each_element(Call &call, const Tensor *operands, size_t count, ElementRunFunction run,
                      void *params);

/// The body of most run functions: out[i] = fn(a[i]) and out[i] = fn(a[i], b[i]) on elements of
/// type T.
template <typename T, typename Function> inline void map_run(const ElementRun &run, Function fn) {
  char *out = run.data[0];
  const char *a = run.data[1];
  for (size_t i = run.count; i != 0; --i) {
    *reinterpret_cast<T *>(out) = fn(*reinterpret_cast<const T *>(a));
    out += run.strides[0];
    a += run.strides[1];
  }
}

template <typename T, typename Function> inline void zip_run(const ElementRun &run, Function fn) {
  char *out = run.data[0];
  const char *a = run.data[1];
  const char *b = run.data[2];
  for (size_t i = run.count; i != 0; --i) {
    *reinterpret_cast<T *>(out) =
        fn(*reinterpret_cast<const T *>(a), *reinterpret_cast<const T *>(b));
    out += run.strides[0];
    a += run.strides[1];
    b += run.strides[2];
  }
}

} // namespace et::kernels
