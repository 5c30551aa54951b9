// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that compute each output element from the input elements at the same place, with
// broadcasting. The walk over the tensors is one function for all operators and dtypes; an operator
// gives it a small function for a run of elements that lie at fixed distances, so that a kernel of
// another dtype costs little more than its inner loop.

#pragma once

#include <cstddef>

#include "et/kernel.h"

namespace et {

/// `count` elements of each operand: the output first, then the inputs. `strides` are in bytes.
struct ElementRun {
  char *data[3];
  ptrdiff_t strides[3];
  size_t count;
  const void *params;
};

using ElementRunFunction = void (*)(const ElementRun &run);

/// Where an operator's tensors stand in its arguments: the inputs come first, the output is at
/// `out`. All are of `dtype`.
struct ElementwiseCall {
  uint8_t inputs;
  uint8_t out;
  ScalarType dtype;
};

/// Calls `run` for all elements of args[call.out], or reports InvalidArgument when an argument is
/// missing, has another dtype, or when the inputs do not broadcast to exactly the output's shape.
/// At most two inputs. `params` is handed on to `run`.
void elementwise(KernelRuntimeContext &context, Span<EValue *> args, ElementwiseCall call,
                 ElementRunFunction run, const void *params);

/// The walk itself, whatever the dtypes: operands[0] is the output, `count` counts it.
/// Returns false, having called nothing, when the shapes do not fit or a tensor has no data.
bool walk_elements(const Tensor *operands, size_t count, ElementRunFunction run,
                   const void *params);

/// The body of most run functions: out[i] = fn(a[i]) or fn(a[i], b[i]) on elements of type T.
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

} // namespace et
