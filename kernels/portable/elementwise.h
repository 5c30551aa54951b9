// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that compute each output element from the input elements at the same place, with
// broadcasting. An operator brings a small function for a run of elements (walk.h); the checks and
// the walk are shared by all, so that a kernel of another dtype costs little more than its loop.

#pragma once

#include "et/kernel.h"
#include "walk.h"

namespace et::ET_KERNEL_LIBRARY {

/// Where an operator's tensors stand in its arguments: the inputs, one or two, come first, the
/// output is at `out`. All are of `dtype`.
struct ElementwiseCall {
  uint8_t inputs;
  uint8_t out;
  ScalarType dtype;
};

/// Calls `run` for all elements of args[call.out], or reports InvalidArgument when an argument is
/// missing, has another dtype, or when the inputs do not broadcast to a shape of the output.
void elementwise(KernelRuntimeContext &context, Span<EValue *> args, ElementwiseCall call,
                 ElementRunFunction run, void *params);

/// The same for operands of any dtypes: operands[0] is the output, `count` counts it.
void walk_broadcast(KernelRuntimeContext &context, const Tensor *operands, size_t count,
                    ElementRunFunction run, void *params);

/// The output and the inputs of a call as `operands`, in this order; false when one is no tensor.
bool take_operands(Span<EValue *> args, size_t inputs, size_t out, Tensor *operands);

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

} // namespace et::ET_KERNEL_LIBRARY
