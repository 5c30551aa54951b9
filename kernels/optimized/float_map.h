// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that compute a formula of one floating point number. An operator's file names the
// operator and the formula. In the formula, `x` is a vector of doubles or floats; Half and BFloat16
// are computed as floats.
//
//     ET_FLOAT_MAP(exp, exponential_of_any(x))

#pragma once

#include "../common/dtypes.h"
#include "exponential.h"
#include "vector_run.h"

#define ET_FLOAT_MAP_KERNEL(name, code, type, op)                                                  \
  ET_KERNEL(aten, op.out, name, "v1/" #code ";|*",                                                 \
            #op ".out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)") {                            \
    map(context, args, kMap<type>);                                                                \
  }

#define ET_FLOAT_MAP(op, formula)                                                                  \
  namespace et::kernels::ET_KERNEL_LIBRARY {                                                       \
  namespace {                                                                                      \
  template <typename T> struct MapLoop {                                                           \
    template <size_t bytes> ET_ALWAYS_INLINE static void run(const ElementRun &run) {              \
      map_vectors<T, bytes>(run, [](auto x) ET_INLINED { return formula; });                       \
    }                                                                                              \
  };                                                                                               \
  template <typename T>                                                                            \
  constexpr ElementwiseKernel kMap = elementwise<T>(kUnaryOut, machine_run<T, MapLoop<T>>);        \
  }                                                                                                \
  ET_FORALL_FLOAT_DTYPES_WITH(ET_FLOAT_MAP_KERNEL, op)                                             \
  }
