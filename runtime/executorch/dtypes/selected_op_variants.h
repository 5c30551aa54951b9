// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces a file that users of ExecuTorch generate for one model. ExecuTorch's kernels call
// should_include_kernel_dtype() for each dtype if they are compiled with
// -DEXECUTORCH_SELECTIVE_BUILD_DTYPE. kernels/portable/cpu/selective_build.h then includes a file
// of this name.
//
// This file defers the answer to the link. Its function tests a bit of a constant that another
// object defines (dtype_mask.cpp if nothing is selected). et-prune compiles the kernels'
// intermediate code again with the constant's value, which removes the code of other dtypes.

#pragma once

#include <executorch/runtime/core/exec_aten/exec_aten.h>

/// Bit `t` is set if kernels have the code for the dtype of code `t`. The declaration must not
/// initialise the mask, because compilers fold even a weak constant's value.
extern "C" __attribute__((visibility("hidden"))) const unsigned long long et_dtype_mask;

/// Always inlined, because a call would keep the code of all dtypes. In a constant expression the
/// mask is unknown, so the result is true; one of ExecuTorch's headers has such an expression.
__attribute__((always_inline)) inline constexpr bool
should_include_kernel_dtype(const char *, executorch::aten::ScalarType dtype) {
  return __builtin_is_constant_evaluated() || ((et_dtype_mask >> static_cast<int>(dtype)) & 1) != 0;
}
